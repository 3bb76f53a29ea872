import { healthSteps } from '@adcoin/contract'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { toDay } from '../days/local-days.ts'

/** Series that Prometheus gets: beyond it the smallest are left out. */
const mostSeries = 400

/** Text for Prometheus: counts of today (UTC). They are reset at midnight, as Prometheus allows. */
export async function readReleaseSeries({ database, now }: Services): Promise<string> {
  const rows = await database.read
    .selectFrom('health_minute')
    .select(['app', 'release', 'side', 'outcome', 'step'])
    .select(sql<number>`sum(n)::int`.as('n'))
    .where('minute', '>=', new Date(toDay(now())))
    .groupBy(['app', 'release', 'side', 'outcome', 'step'])
    .orderBy('n', 'desc')
    .limit(mostSeries * (healthSteps.last + 2))
    .execute()
  const series = new Map<string, { count: number; outcome: string; steps: number[] }>()
  for (const { app, release, side, outcome, step, n } of rows) {
    const labels = `app="${app}",release="${release}",group="${side}"`
    const key = `${labels},outcome="${outcome}"`
    const one = series.get(key) ?? { count: 0, outcome, steps: [] }
    one.count += n
    if (step >= 0) one.steps[step] = (one.steps[step] ?? 0) + n
    series.set(key, one)
  }
  const shown = [...series].slice(0, mostSeries)
  return [
    '# HELP adcoin_release_browsers_total Browsers since midnight (UTC) of all services by what a release did in them.',
    '# TYPE adcoin_release_browsers_total counter',
    ...shown.map(([labels, { count }]) => `adcoin_release_browsers_total{${labels}} ${count}`),
    '# HELP adcoin_release_content_seconds Time to content of the browsers of today; the sum is made of upper ends.',
    '# TYPE adcoin_release_content_seconds histogram',
    ...shown.filter(([, { steps }]) => steps.length > 0).flatMap(([labels, { steps }]) => histogram(labels, steps)),
    '',
  ].join('\n')
}

function histogram(labels: string, steps: readonly number[]): readonly string[] {
  const name = 'adcoin_release_content_seconds'
  const lines: string[] = []
  let [below, sum] = [0, 0]
  for (let step = 0; step <= healthSteps.last; step++) {
    const seconds = (healthSteps.first * healthSteps.factor ** step) / 1000
    const there = steps[step] ?? 0
    below += there
    sum += there * seconds
    if (there > 0) lines.push(`${name}_bucket{${labels},le="${seconds.toFixed(3)}"} ${below}`)
  }
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${below}`,
    `${name}_sum{${labels}} ${sum.toFixed(3)}`,
    `${name}_count{${labels}} ${below}`,
  ]
}
