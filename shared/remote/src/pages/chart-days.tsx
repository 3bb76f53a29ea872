import { chartDays, type ChartDays } from '@adcoin/contract'
import { formatCity } from '@adcoin/i18n/formats'
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

type ChartOfDaysProps = {
  days: ChartDays
  onChange: (days: ChartDays) => void
  /** The time zone whose midnight begins the days; undefined while that is unknown. */
  zone: string | undefined
  children: ReactNode
}

/** A chart with the choice of its days above, and below it whose days they are, where not this device's. */
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
      {zone && zone !== readDeviceZone() ? (
        <p className="ac-caption ac-2">{t('chart.zone', { city: formatCity(zone) })}</p>
      ) : null}
    </>
  )
}

function readDeviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
