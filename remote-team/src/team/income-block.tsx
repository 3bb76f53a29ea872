import { Failed, Skeleton } from '@adcoin/ui'
import { Amount, Block } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useTeam } from './use-team.ts'

/** What the team brought, with the rule and an example. */
export function IncomeBlock() {
  const t = useT()
  const { data, isError, refetch } = useTeam()
  if (!data && isError) return <Failed onRetry={() => void refetch()} />
  return (
    <>
      <Block label={t('team.earned')} note={data && t('team.rule')}>
        {data ? <Amount minor={data.promotion_total} size="big" /> : <Skeleton shape="amount" />}
      </Block>
      <p className="ac-small ac-2">{t('team.example')}</p>
    </>
  )
}
