import { createCanaryHearing, judge, type Verdict } from '@adcoin/release'
import {
  active,
  createCanary,
  Collector,
  simulateVisit,
  perMinute,
  createSeededRandom,
  type CandidateKind,
} from './population.ts'

export type Run = {
  readonly decision: Verdict['decision']
  readonly why: string
  /** Of all browsers that came, and of those that tried the candidate. */
  readonly visits: number
  readonly tried: number
  readonly minutes: number
}
type Terms = {
  readonly seed: number
  readonly share: number
  readonly kind: CandidateKind
  /** Seconds between two looks of the judge. */
  readonly every: number
  readonly mostMinutes: number
  /** Sends false reports before each look. */
  readonly lie?: (collector: Collector, second: number) => void
}

/** Browsers come and the judge looks, until it decides or time is over. */
export function simulate({ seed, share, kind, every, mostMinutes, lie }: Terms): Run {
  const random = createSeededRandom(seed)
  let [visits, tried, second] = [0, 0, 0]
  let [collector, canary] = [new Collector(), createCanary(share)]
  let hearing = createCanaryHearing(active, canary)
  let verdict: Verdict | undefined
  while (second < mostMinutes * 60) {
    for (let at = 0; at < every; at += 60 / perMinute) {
      visits++
      if (simulateVisit(collector, random, second + at, canary.share, kind)) tried++
    }
    second += every
    lie?.(collector, second)
    // Reports of the future are not known yet. Whole minutes are read once; parts of them again each time.
    if (every === 60) {
      hearing.hear(collector.minute(second / 60 - 1))
      verdict = hearing.verdict()
    } else verdict = judge(active, canary, collector.before(second))
    if (verdict.decision === 'stop' || verdict.decision === 'promote') break
    if (verdict.decision !== 'raise' || verdict.share === undefined) continue
    // In a new step every browser counts again.
    const step = Number.parseInt(canary.salt.slice(-2), 36) + 1
    ;[collector, canary] = [new Collector(), { ...canary, share: verdict.share, salt: `abcdef0${step}` }]
    hearing = createCanaryHearing(active, canary)
  }
  return { decision: verdict?.decision ?? 'wait', why: verdict?.why ?? '', visits, tried, minutes: second / 60 }
}
