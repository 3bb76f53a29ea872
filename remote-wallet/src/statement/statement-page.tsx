import { formatCity, formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { saveFile, usePerson } from '@adcoin/remote/pages'
import { useSearchParams } from '@adcoin/router'
import { Button, classNames, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Amount, Receipt, Section, SelectField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { Movements } from './movements.tsx'
import { createStatementCsv } from './statement-csv.ts'
import styles from './statement.module.css'
import { useStatement, type CompleteStatement } from './use-statement.ts'

/** All movements of a month, from its opening to its closing balance; the address contains the month. */
export function Page() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const [month, setMonth] = useState(() => readMonth(query.get('month')))
  const choose = (next: string) => {
    setMonth(next)
    setQuery({ month: next }, { replace: true })
  }
  const { complete, months, hasFailed, retry } = useStatement(month)
  return (
    <Screen>
      <NavBar title={t('titles.statement')} onBack={useBack(appPaths.transactions)} />
      <Main>
        <div className={styles.screenOnly}>
          <SelectField
            label={t('statement.month')}
            placeholder={null}
            value={month}
            options={listMonths(month, months).map(value => ({ value, label: formatMonth(value) }))}
            onChange={event => choose(event.target.value)}
          />
        </div>
        {complete ? (
          <MonthStatement statement={complete} />
        ) : hasFailed ? (
          <Failed onRetry={retry} />
        ) : (
          <>
            <Skeleton shape="card" lines={5} />
            <Skeleton shape="rows" lines={4} />
          </>
        )}
      </Main>
    </Screen>
  )
}

function MonthStatement({ statement }: { statement: CompleteStatement }) {
  const t = useT()
  const { month, opening, closing, totals, year, list, time_zone } = statement
  const download = () =>
    saveFile(new Blob([createStatementCsv(statement, t)], { type: 'text/csv;charset=utf-8' }), `ad-coin-${month}.csv`)
  return (
    <>
      <PageHead statement={statement} />
      <Receipt
        label={formatMonth(month)}
        rows={[
          { label: t('statement.opening'), value: <Amount minor={opening} /> },
          ...listTotals(totals, t),
          { label: t('statement.closing'), value: <Amount minor={closing} />, strong: true },
        ]}
      />
      <Section
        title={t('titles.history')}
        action={
          <div className={styles.screenOnly}>
            <Button kind="quiet" size="small" onClick={download}>
              {t('statement.download')}
            </Button>
            <Button kind="quiet" size="small" onClick={() => window.print()}>
              {t('statement.print')}
            </Button>
          </div>
        }
      >
        {list.length === 0 ? <Empty text={t('statement.empty')} /> : <Movements {...{ list, time_zone }} />}
      </Section>
      <Section title={t('statement.year', { month: formatMonth(month) })}>
        <Receipt rows={listTotals(year, t)} />
      </Section>
    </>
  )
}

/** Whose statement of what it is; on the screen the bar and the choice above name the month. */
function PageHead({ statement: { month, time_zone } }: { statement: CompleteStatement }) {
  const t = useT()
  const person = usePerson().data
  return (
    <header>
      <p className={classNames('ac-h1', styles.paperOnly)}>{`Ad Coin · ${t('titles.statement')}`}</p>
      <p className={styles.paperOnly}>{formatMonth(month)}</p>
      {person ? (
        <p className="ac-med">{[person.nick_name, `ID ${person.user_id}`].filter(Boolean).join(' · ')}</p>
      ) : null}
      <p className="ac-small ac-2">{t('statement.zone', { city: formatCity(time_zone) })}</p>
    </header>
  )
}

/** A corrected balance is rare: its line is there only if one was. `withdrawn` contains the fees. */
function listTotals(
  { ad_income, share_income, adjusted, withdrawn, fees }: CompleteStatement['totals'],
  t: ReturnType<typeof useT>,
) {
  const toLine = (label: string, minor: string) => ({ label, value: <Amount minor={minor} sign="always" /> })
  return [
    toLine(t('money.adIncome'), ad_income),
    toLine(t('money.shareIncome'), share_income),
    ...(adjusted === '0' ? [] : [toLine(t('history.kind.adjust'), adjusted)]),
    toLine(t('statement.withdrawn'), String(-BigInt(withdrawn))),
    { label: t('statement.fees'), value: <Amount minor={fees} /> },
  ]
}

const monthPattern = /^20[0-9]{2}-(0[1-9]|1[0-2])$/

/** The month of the address if it is one, else the current one. */
function readMonth(text: string | null): string {
  return text !== null && monthPattern.test(text) ? text : readCurrentMonth()
}

function readCurrentMonth(): string {
  return new Date().toLocaleDateString('sv-SE').slice(0, 7)
}

/** Those with movements and the current one, newest first; and the chosen one. */
function listMonths(month: string, months: readonly string[]): string[] {
  return [...new Set([readCurrentMonth(), month, ...months])].toSorted().toReversed()
}

const formatMonth = (month: string): string => formatDate(`${month}-01`, 'month')
