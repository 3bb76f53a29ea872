import { bindStatuses } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Failed, Skeleton } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useBoundAccounts } from '../binding/use-bound-accounts.ts'
import { useT } from '../texts.ts'

/** One line about the linked social account, and the way to it. */
export function AccountCard() {
  const t = useT()
  const { data, isError, refetch } = useBoundAccounts()
  if (isError) return <Failed text={t('home.accountsFailed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton shape="rows" lines={1} />
  const account = data.list.find(one => one.bind_status === bindStatuses.bound) ?? data.list[0]
  const name = account ? `@${account.username}` : ''
  const title = {
    [bindStatuses.bound]: t('home.bound', { name }),
    [bindStatuses.binding]: t('home.bindingNow', { name }),
    [bindStatuses.failed]: t('home.bindFailed', { name }),
  }[account?.bind_status ?? -1]
  return (
    <List label={t('home.bindTitle')}>
      <Row
        icon="link"
        tone="accent"
        title={title ?? t('home.bindTitle')}
        note={title ? undefined : t('home.bindNote')}
        to={appPaths.bindAccount}
        chevron
      />
    </List>
  )
}
