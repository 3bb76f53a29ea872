import type { ResponseOf, taskList } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { ProgressRing, type RingPart } from '@adcoin/ui/pages'
import { useT } from './texts.ts'

export type Today = ResponseOf<typeof taskList>['today']

/** The tasks sent today, of the day's limit. */
export function DayRing({ today }: { today: Today }) {
  const t = useT()
  const { submitted, limit } = today
  return (
    <ProgressRing
      label={t('home.progress', { sent: submitted, limit })}
      short={`${formatNumber(submitted)}/${formatNumber(limit)}`}
      parts={buildRing(today)}
      size={56}
    />
  )
}

/** One part per task of the day's limit: paid, in review, claimed, open. */
function buildRing({ limit, passed, submitted, received }: Today): RingPart[] {
  return Array.from({ length: limit }, (_, index) =>
    index < passed ? 'good' : index < submitted ? 'warn' : index < received ? 'info' : 'idle',
  )
}
