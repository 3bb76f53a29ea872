import { bindStatuses, type TaskItem } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Parts, Pill, Row } from '@adcoin/ui/pages'
import { SentenceWith, Worth } from '../reward.tsx'
import { useReviewTime } from '../status.tsx'
import { useT } from '../texts.ts'
import { isBelowMinimum } from './below-minimum.ts'
import { calculateLockedRewards } from './locked-rewards.ts'
import { useBoundAccounts } from './use-bound-accounts.ts'

/** The tasks that need a linked account, as one row: what linking is worth today. */
export function LinkRow({ tasks, leftToEarn }: { tasks: readonly TaskItem[]; leftToEarn: string }) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { data } = useBoundAccounts()
  const account = data?.list.find(found => found.bind_status !== bindStatuses.bound)
  const name = `@${account?.username ?? ''}`
  const worth = calculateLockedRewards(tasks, BigInt(leftToEarn))
  if (account?.bind_status === bindStatuses.binding)
    return (
      <Row
        icon="link"
        title={t('home.bindingNow', { name })}
        note={reviewTime(data?.check_minutes ?? 0)}
        to={appPaths.bindAccount}
      />
    )
  if (data && account)
    return (
      <Row
        icon="link"
        tone="accent"
        title={t(isBelowMinimum(account, data.rules) ? 'bind.another' : 'bind.again')}
        note={<Parts of={[name, account.fail_reason]} />}
        state={<Pill tone="bad">{t('bind.status.0')}</Pill>}
        to={appPaths.bindAccount}
      />
    )
  return (
    <Row
      icon="link"
      tone="accent"
      title={t('home.bindTitle')}
      note={
        worth > 0n ? (
          <SentenceWith text={t('home.bindWorth', { coin: '|' })}>
            <Worth minor={String(worth)} />
          </SentenceWith>
        ) : (
          t('home.bindNote')
        )
      }
      to={appPaths.bindAccount}
    />
  )
}
