import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Amount, Segmented, Stats } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { TransactionRow } from './transaction-row.tsx'
import { useTransactions, type TypeFilter } from './use-transactions.ts'

const types: readonly TypeFilter[] = ['all', 'income', 'expense']

export function Page() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const type = types.find(filter => filter === query.get('type')) ?? 'all'
  const choose = (next: TypeFilter) => setQuery(next === 'all' ? {} : { type: next }, { replace: true })
  const pages = useTransactions(type)
  const month = pages.first?.month
  return (
    <Screen>
      <NavBar
        title={t('titles.history')}
        onBack={useBack(appPaths.money)}
        end={<TextLink to={appPaths.statement}>{t('titles.statement')}</TextLink>}
      />
      <Main>
        <Segmented
          label={t('history.filter')}
          value={type}
          options={types.map(value => ({ value, label: t(`history.${value}`) }))}
          onChange={choose}
        />
        {month ? (
          <Stats
            items={[
              { label: t('history.monthIn'), value: <Amount minor={month.income} sign="always" /> },
              { label: t('history.monthOut'), value: <Amount minor={toNegative(month.expense)} sign="always" /> },
            ]}
          />
        ) : null}
        <PagedList
          pages={pages}
          label={t('titles.history')}
          groupBy={transaction => formatDate(transaction.created_at, 'nearDay')}
          empty={<NoTransactions type={type} onShowAll={() => choose('all')} />}
          row={transaction => <TransactionRow key={transaction.id} transaction={transaction} />}
        />
      </Main>
    </Screen>
  )
}

function NoTransactions({ type, onShowAll }: { type: TypeFilter; onShowAll: () => void }) {
  const t = useT()
  if (type === 'all')
    return (
      <Empty
        title={t('history.emptyAll')}
        text={t('money.firstTask')}
        action={
          <Button kind="secondary" to={appPaths.tasks}>
            {t('money.toTasks')}
          </Button>
        }
      />
    )
  return (
    <Empty
      title={t(type === 'income' ? 'history.emptyIncome' : 'history.emptyExpense')}
      text={t(type === 'income' ? 'money.firstTask' : 'history.emptyExpenseNote')}
      action={
        <Button kind="secondary" onClick={onShowAll}>
          {t('history.showAll')}
        </Button>
      }
    />
  )
}

function toNegative(minor: string): string {
  return minor === '0' || minor.startsWith('-') ? minor : `-${minor}`
}
