import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { Failed, Skeleton } from '@adcoin/ui'
import { Amount, BarChart, Card, Stats } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useIncome } from './use-income.ts'

/** The last seven days as bars with their text value, then the totals. */
export function IncomeCards() {
  const t = useT()
  const { data, isError, refetch } = useIncome()
  if (!data)
    return isError ? (
      <Failed onRetry={() => void refetch()} />
    ) : (
      <>
        <Skeleton shape="card" lines={7} />
        <Skeleton shape="stats" lines={2} />
        <Skeleton shape="stats" lines={2} />
      </>
    )
  const ad = sumOf(data.days.map(day => day.ad_income))
  const share = sumOf(data.days.map(day => day.share_income))
  return (
    <>
      <Card>
        <div className="ac-between">
          <h2 className="ac-title">{t('money.week')}</h2>
          <Amount minor={sumOf([ad, share])} />
        </div>
        <BarChart
          label={t('money.week')}
          textValue={t('money.weekText', { ad: formatCoin(ad), share: formatCoin(share) })}
          series={[t('money.adIncome'), t('money.shareIncome')]}
          points={data.days.map((day, index) => ({
            label: formatDate(day.day, 'weekday'),
            value: Number(day.ad_income),
            second: Number(day.share_income),
            current: index === data.days.length - 1,
          }))}
        />
      </Card>
      <Stats
        items={[
          { label: t('money.adTotal'), value: <Amount minor={data.ad_income} /> },
          { label: t('money.shareTotal'), value: <Amount minor={data.share_income} /> },
        ]}
      />
      <Stats
        items={[
          { label: t('money.today'), value: <Amount minor={data.today_income} /> },
          { label: t('money.yesterday'), value: <Amount minor={data.yesterday_income} /> },
        ]}
      />
    </>
  )
}

function sumOf(amounts: readonly string[]): string {
  return String(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
}
