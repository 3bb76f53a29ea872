import { withdrawalStatuses, type Withdrawal } from '@adcoin/contract'
import { formatCash, formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Main, NavBar, Screen } from '@adcoin/ui'
import { Amount, AmountText, Chips, Dock, Row } from '@adcoin/ui/pages'
import { formatAccountName } from '../accounts/use-accounts.ts'
import { useT } from '../texts.ts'
import { useWithdrawals, type StatusFilter } from './use-withdrawals.ts'
import { WithdrawalPill } from './withdrawal-pill.tsx'

const filters: readonly StatusFilter[] = ['all', ...withdrawalStatuses.filter(status => status !== 'submitted')]

export function WithdrawalLog() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const status = filters.find(filter => filter === query.get('status')) ?? 'all'
  const pages = useWithdrawals(status)
  return (
    <Screen>
      <NavBar title={t('titles.withdraw')} onBack={useBack(appPaths.money)} />
      <Main>
        <Chips
          label={t('withdraw.filter')}
          value={status}
          options={filters.map(value => ({
            value,
            label: value === 'all' ? t('withdraw.all') : t(`withdraw.pill.${value}`),
          }))}
          onChange={next => setQuery(next === 'all' ? {} : { status: next }, { replace: true })}
        />
        <PagedList
          pages={pages}
          label={t('withdraw.requests')}
          groupBy={withdrawal => formatDate(withdrawal.created_at, 'nearDay')}
          empty={
            status === 'all' ? (
              <Empty title={t('withdraw.empty')} text={t('withdraw.emptyNote')} />
            ) : (
              <Empty
                title={t('withdraw.emptyHere')}
                text={t('withdraw.emptyHereNote')}
                action={
                  <Button kind="secondary" onClick={() => setQuery({}, { replace: true })}>
                    {t('withdraw.showAll')}
                  </Button>
                }
              />
            )
          }
          row={withdrawal => (
            <Row
              key={withdrawal.id}
              icon="out"
              title={formatAccountName(withdrawal)}
              to={withQuery(appPaths.withdraw, { id: withdrawal.id })}
              note={<TimeAndCash withdrawal={withdrawal} />}
              end={<Amount minor={`-${withdrawal.amount}`} sign="always" />}
              state={<WithdrawalPill status={withdrawal.status} />}
              chevron={false}
            />
          )}
        />
        <Dock>
          <Button block to={appPaths.sell}>
            {t('withdraw.begin')}
          </Button>
        </Dock>
      </Main>
    </Screen>
  )
}

function TimeAndCash({ withdrawal }: { withdrawal: Withdrawal }) {
  const { payout: amount, payout_currency: currency, payout_scale: scale } = withdrawal
  const cash = formatCash({ amount, currency, scale })
  return <AmountText text={`${formatDate(withdrawal.created_at, 'time')} · ${cash}`} amounts={[cash]} />
}
