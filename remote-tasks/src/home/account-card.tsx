import { bindStatuses } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { List, Row } from '@adcoin/ui/pages'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { useT } from '../texts.ts'

/** The linked account and the way to it; before there is one, the next step says what to do. */
export function AccountCard() {
  const t = useT()
  const { data } = useBoundAccounts()
  const account = data?.list.find(one => one.bind_status === bindStatuses.bound)
  if (!account) return null
  return (
    <List label={t('bind.linked')}>
      <Row
        icon="link"
        tone="accent"
        title={t('home.bound', { name: `@${account.username}` })}
        to={appPaths.bindAccount}
      />
    </List>
  )
}
