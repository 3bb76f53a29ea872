import type { ResponseOf, taskList } from '@adcoin/contract'
import { formatNumber } from '@adcoin/i18n/formats'
import { Parts, ProgressRing, type RingPart } from '@adcoin/ui/pages'
import { useT } from './texts.ts'

export type Today = ResponseOf<typeof taskList>['today']

/** The tasks sent today, of the day's limit. */
export function DayRing({ today }: { today: Today }) {
  const t = useT()
  const { submitted, limit } = today
  const colours = countParts(today).flatMap(({ colour, count }) => Array<RingPart>(Math.max(0, count)).fill(colour))
  return (
    <ProgressRing
      label={t('home.progress', { sent: submitted, limit })}
      short={`${formatNumber(submitted)}/${formatNumber(limit)}`}
      parts={Array.from({ length: limit }, (_, at) => colours[at] ?? 'idle')}
    />
  )
}

/** The legend of the ring, in its order: `● 2 paid · ● 1 in review · ● 4 open`. */
export function RingLegend({ today, lockedCount }: { today: DayCounts; lockedCount: number }) {
  const t = useT()
  const counted = countParts(today, lockedCount).filter(({ count }) => count > 0)
  return (
    <p className="ac-small ac-2">
      <Parts
        of={counted.map(({ part, colour, count }) => (
          <span key={part} className={`ac-dot ac-dot--${part === 'locked' ? 'none' : colour}`}>
            {t(`home.parts.${part}`, { count })}
          </span>
        ))}
      />
    </p>
  )
}

/** The tasks of the day's limit by what became of them, without those that ended unpaid. `locked` need an account. */
function countParts({ limit, passed, submitted, received, ...today }: DayCounts, locked = 0) {
  const { in_review: inReview = submitted - passed, to_send: toSend = received - passed - inReview } = today
  return [
    { part: 'paid', colour: 'good', count: passed },
    { part: 'review', colour: 'warn', count: inReview },
    { part: 'claimed', colour: 'info', count: toSend },
    { part: 'open', colour: 'idle', count: limit - received - locked },
    { part: 'locked', colour: 'idle', count: locked },
  ] as const satisfies readonly { part: string; colour: RingPart; count: number }[]
}

export type DayCounts = Pick<Today, 'limit' | 'passed' | 'submitted' | 'received' | 'in_review' | 'to_send'>
