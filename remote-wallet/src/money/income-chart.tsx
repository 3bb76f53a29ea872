import { userState, type ChartDays, type ResponseOf } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { ChartOfDays, useChartDays } from '@adcoin/remote/pages'
import { Failed, Skeleton } from '@adcoin/ui'
import { Amount, BarChart, Card } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

export function IncomeChart({ isHidden }: { isHidden: boolean }) {
  const t = useT()
  const [days, choose] = useChartDays()
  const { data, isError, refetch } = useIncome(days)
  if (!data && isError) return <Failed onRetry={() => void refetch()} />
  const sum = data && sumAmounts(data.days.flatMap(day => [day.ad_income, day.share_income]))
  return (
    <Card className="ac-stack ac-stack--3">
      <div className="ac-between">
        <h2 className="ac-title">{t('money.income')}</h2>
        {sum && !isHidden ? <Amount minor={sum} /> : null}
      </div>
      <ChartOfDays days={days} onChange={choose} zone={isHidden || sum === '0' ? undefined : data?.time_zone}>
        {!data ? (
          <Skeleton shape="bars" />
        ) : isHidden ? (
          <p className="ac-small ac-2">{t('money.hidden')}</p>
        ) : (
          <Bars key={days} state={data} />
        )}
      </ChartOfDays>
    </Card>
  )
}

export function useIncome(days: ChartDays = '7') {
  // Seven is the default of the service: this equals the request of the boot script.
  return useCall(userState, days === '7' ? {} : { days })
}

function Bars({ state }: { state: ResponseOf<typeof userState> }) {
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

function sumAmounts(amounts: readonly string[]): string {
  return String(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
}
