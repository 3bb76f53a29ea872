import { userState, type ChartDays, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { ChartOfDays, useChartDays } from '@adcoin/remote/pages'
import { Failed, Skeleton, TextLink } from '@adcoin/ui'
import { Amount, BarChart, Card, Section, Stats } from '@adcoin/ui/pages'
import { HideableAmount } from '../price/hideable-amount.tsx'
import { useT } from '../texts.ts'

/** The income by day, of today, of yesterday and in all, each only where there is some. */
export function Income({ isHidden }: { isHidden: boolean }) {
  const t = useT()
  const { data, isError } = useIncome()
  if (data?.total_income === '0') return null
  return (
    <Section title={t('money.income')} action={<TextLink to={appPaths.adRecord}>{t('money.toRecord')}</TextLink>}>
      {data && isFirstDay(data) ? null : <IncomeChart isHidden={isHidden} />}
      {data ? (
        <Stats
          items={[
            { label: t('money.today'), minor: data.today_income },
            { label: t('money.yesterday'), minor: data.yesterday_income },
            { label: t('money.adTotal'), minor: data.ad_income },
            { label: t('money.shareTotal'), minor: data.share_income },
          ]
            .filter(({ minor }) => minor !== '0')
            .map(({ label, minor }) => ({ label, value: <HideableAmount {...{ minor, isHidden }} /> }))}
        />
      ) : // The chart above reports the failure of the same read, with its Retry button.
      isError ? null : (
        <Skeleton shape="stats" lines={4} />
      )}
    </Section>
  )
}

export function useIncome(days: ChartDays = '7') {
  // Seven is the default of the service: this equals the request of the boot script.
  return useCall(userState, days === '7' ? {} : { days })
}

type IncomeState = ResponseOf<typeof userState>

/** Whether all income so far came on one day: a chart of one bar shows nothing. */
function isFirstDay({ days, total_income }: IncomeState): boolean {
  const paid = days.map(sumDay).filter(sum => sum !== '0')
  return paid.length === 1 && paid[0] === total_income
}

function IncomeChart({ isHidden }: { isHidden: boolean }) {
  const t = useT()
  const [days, choose] = useChartDays()
  const { data, isError, refetch } = useIncome(days)
  if (!data && isError) return <Failed onRetry={() => void refetch()} />
  const sum = data && sumAmounts(data.days.map(sumDay))
  const isShown = sum !== undefined && sum !== '0' && !isHidden
  return (
    <Card className="ac-stack ac-stack--3">
      {isShown ? (
        <p className="ac-between">
          <span className="ac-small ac-2">{t('money.inDays', { days })}</span>
          <Amount minor={sum} />
        </p>
      ) : null}
      <ChartOfDays days={days} onChange={choose} zone={isShown ? data?.time_zone : undefined}>
        {!data ? (
          <Skeleton shape="bars" />
        ) : isShown ? (
          <Bars key={days} state={data} />
        ) : (
          <p className="ac-small ac-2">{t(isHidden ? 'money.hidden' : 'money.noneInDays')}</p>
        )}
      </ChartOfDays>
    </Card>
  )
}

function Bars({ state }: { state: IncomeState }) {
  const t = useT()
  const isWeek = state.days.length <= 7
  const ad = sumAmounts(state.days.map(day => day.ad_income))
  const share = sumAmounts(state.days.map(day => day.share_income))
  return (
    <BarChart
      label={t('money.income')}
      textValue={t('money.incomeText', { days: state.days.length, ad: formatCoin(ad), share: formatCoin(share) })}
      series={[t('money.adIncome'), t('money.shareIncome')]}
      points={state.days.map((day, index) => ({
        label: formatDate(day.day, isWeek ? 'weekday' : 'monthDay'),
        value: Number(day.ad_income),
        second: Number(day.share_income),
        current: index === state.days.length - 1,
        text: t('money.dayText', {
          day: formatDate(day.day, 'monthDay'),
          ad: formatCoin(day.ad_income),
          share: formatCoin(day.share_income),
        }),
      }))}
    />
  )
}

function sumDay({ ad_income, share_income }: IncomeState['days'][number]): string {
  return sumAmounts([ad_income, share_income])
}

function sumAmounts(amounts: readonly string[]): string {
  return String(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
}
