import { appPaths } from '@adcoin/remote'
import { pushKey } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { readPushSupport } from './push.ts'

/** Nothing where the browser or the deployment has no push. */
export function NotificationsRow() {
  const t = useT()
  const canAsk = readPushSupport() !== 'no'
  const { data } = useCall(pushKey, {}, { enabled: canAsk, errors: 'page' })
  if (!canAsk || !data?.public_key) return null
  return <Row icon="msg" title={t('titles.notifications')} to={appPaths.notifications} />
}
