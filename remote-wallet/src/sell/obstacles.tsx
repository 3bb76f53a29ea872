import type { Balance, UserSetting } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** The next steps before selling. Each row leads there; the half-filled form is kept. */
export function Obstacles({ person, hasAccount }: ObstaclesProps) {
  const t = useT()
  const hasNoPassword = person !== undefined && !person.is_pay_passwd
  if (hasAccount && !hasNoPassword) return null
  return (
    <List label={t('sell.addAccount')}>
      {hasAccount ? null : (
        <Row icon="bank" title={t('sell.addAccount')} note={t('sell.addAccountNote')} to={appPaths.addCard} />
      )}
      {hasNoPassword ? (
        <Row icon="key" title={t('sell.notSet')} note={t('sell.setNow')} to={appPaths.tradingPassword} />
      ) : null}
    </List>
  )
}

/** Why nothing can be withdrawn now, whatever the amount: the service pauses all withdrawals, or this person's. */
export function usePause({ config }: Balance): string | undefined {
  const t = useT()
  if (!config) return undefined
  if (!config.withdraw_enabled) return t('sell.off')
  const until = config.frozen_until
  if (!until || Date.parse(until) <= Date.now()) return undefined
  return t('sell.frozen', { time: formatDate(until, 'moment') })
}

type ObstaclesProps = { person: UserSetting | undefined; hasAccount: boolean }
