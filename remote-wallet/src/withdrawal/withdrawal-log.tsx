import { withdrawalStatuses, type Withdrawal } from '@adcoin/contract'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, Empty, Main, NavBar, Screen } from '@adcoin/ui'
import { Amount, Chips, Dock, Row } from '@adcoin/ui/pages'
import { createBankMark, formatAccountName } from '../accounts/use-accounts.ts'
import { useT } from '../texts.ts'
import { isWaiting, useWithdrawals, type StatusFilter } from './use-withdrawals.ts'
import styles from './withdrawal.module.css'
import { WithdrawalPill } from './withdrawal-pill.tsx'

/** Fewer withdrawals are all in sight. */
const fewestToFilter = 10
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
        {status !== 'all' || (pages.items?.length ?? 0) >= fewestToFilter ? (
          <div className={styles['filters']}>
            <Chips
              label={t('withdraw.filter')}
              value={status}
              options={filters.map(value => ({
                value,
                label: value === 'all' ? t('withdraw.all') : t(`withdraw.pill.${value}`),
              }))}
              onChange={next => setQuery(next === 'all' ? {} : { status: next }, { replace: true })}
            />
          </div>
        ) : null}
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
          row={withdrawal => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
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

/** At the end what the account gets, or what came back. When: by when it is paid, or when it was decided. */
function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { amount, payout, payout_currency: currency, payout_scale: scale, status } = withdrawal
  const isReturned = status === 'rejected' || status === 'cancelled'
  const day = formatDate(withdrawal.decided_at ?? withdrawal.created_at, 'monthDay')
  const when = isWaiting(withdrawal)
    ? t('withdraw.arrivesBy', { time: formatDate(findLatestArrival(withdrawal), 'moment') })
    : status === 'paid'
      ? t('withdraw.arrived', { day })
      : isReturned
        ? t('withdraw.cameBack', { day })
        : formatDate(withdrawal.created_at, 'time')
  return (
    <Row
      icon={createBankMark(withdrawal)}
      title={formatAccountName(withdrawal)}
      to={withQuery(appPaths.withdraw, { id: withdrawal.id })}
      note={when}
      end={
        isReturned ? <Amount minor={`-${amount}`} sign="always" /> : <Amount minor={payout} {...{ currency, scale }} />
      }
      state={status === 'paid' ? undefined : <WithdrawalPill status={status} />}
      chevron
    />
  )
}

function findLatestArrival({ created_at, eta_hours }: Withdrawal): string {
  return new Date(Date.parse(created_at) + eta_hours * 3600_000).toISOString()
}
