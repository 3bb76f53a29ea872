import { appPaths } from '@adcoin/remote'
import { Button, Empty, Failed, Skeleton, TextLink } from '@adcoin/ui'
import { List, Section } from '@adcoin/ui/pages'
import { TransactionRow } from '../history/transaction-row.tsx'
import { useLatest } from '../history/use-transactions.ts'
import { useT } from '../texts.ts'

export function Latest() {
  const t = useT()
  const { data, isError, refetch } = useLatest()
  return (
    <Section title={t('money.latest')} action={<TextLink to={appPaths.transactions}>{t('money.seeAll')}</TextLink>}>
      {!data ? (
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="rows" lines={3} />
        )
      ) : data.list.length === 0 ? (
        <Empty
          title={t('money.nothingYet')}
          text={t('money.firstTask')}
          action={
            <Button kind="secondary" to={appPaths.tasks}>
              {t('money.toTasks')}
            </Button>
          }
        />
      ) : (
        <List label={t('money.latest')}>
          {data.list.map(one => (
            <TransactionRow key={one.id} transaction={one} />
          ))}
        </List>
      )}
    </Section>
  )
}
