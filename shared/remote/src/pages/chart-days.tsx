import { chartDays, type ChartDays } from '@adcoin/contract'
import { formatZone } from '@adcoin/i18n/formats'
import { useSearchParams } from '@adcoin/router'
import { Segmented } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { sharedTexts } from '../texts.ts'

/** Days of a chart: 7, 30 or 90; the address contains it. */
export function useChartDays(fallback: ChartDays = '7'): [ChartDays, (days: ChartDays) => void] {
  const [query, setQuery] = useSearchParams()
  const days = chartDays.find(option => option === query.get('days')) ?? fallback
  const choose = (next: ChartDays) => setQuery(next === fallback ? {} : { days: next }, { replace: true })
  return [days, choose]
}

/** Keeps the line's place until the zone is known. */
const noBreak = '\u00a0'

type ChartOfDaysProps = {
  days: ChartDays
  onChange: (days: ChartDays) => void
  /** Whose midnight begins the days; nothing while that is not known. */
  zone: string | undefined
  children: ReactNode
}

/** A chart with the choice of its days above, and below it whose days they are. */
export function ChartOfDays({ days, onChange, zone, children }: ChartOfDaysProps) {
  const t = sharedTexts.useT()
  return (
    <>
      <Segmented
        label={t('chart.days')}
        value={days}
        onChange={onChange}
        options={chartDays.map(value => ({ value, label: t('chart.count', { days: value }) }))}
      />
      {children}
      <p className="ac-caption ac-2">{zone ? t('chart.zone', { zone: formatZone(zone) }) : noBreak}</p>
    </>
  )
}
