import { countBrowsers, listFailureReasons, type HealthBucket } from '@adcoin/contract'
import {
  createHealthReader,
  createServiceFinder,
  formatFailureReasons,
  formatHealth,
} from '../../operations/read-health.ts'
import { listApps } from '../../releases/list-apps.ts'
import { refuseUnknownApp } from '../../releases/list-releases.ts'
import { type CommandAnswer, type CommandInput, UsageError } from '../command-line.ts'
import { resolveReasonSources } from '../../releases/source-maps.ts'

const perUnit = { m: 1, h: 60, d: 1_440 } as const

/** health [app] [--since 1h]: browser reports by release, with the most frequent failures. */
export async function run({ words, app, data, root, open }: CommandInput): Promise<CommandAnswer> {
  const [, amount = '', unit = ''] = /^([1-9][0-9]{0,4})(m|h|d)$/.exec(words.value('since') ?? '1h') ?? []
  const minutes = Number(amount) * perUnit[unit as keyof typeof perUnit]
  if (!(minutes >= 1 && minutes <= 43_200))
    throw new UsageError('--since takes minutes, hours or days, up to 30 days: 30m, 1h, 7d')
  // Without a store the source lines are unknown.
  const context = await open().catch(() => undefined)
  if (app !== '' && context) await refuseUnknownApp(context, app, listApps(root))
  const health = await createHealthReader(createServiceFinder(data))({
    ...(app === '' ? {} : { app }),
    minutes,
    detail: 'full',
  })
  if ('down' in health) {
    const lines = [`Browser reports are unknown: the collector does not answer (${health.down}).`]
    return { data: { ok: false, down: health.down }, lines, isBad: true }
  }
  const { isCut, now } = health.answer
  const buckets = context ? await resolveReasonSources(context.store, health.answer.buckets) : health.answer.buckets
  const releases = Map.groupBy(buckets, bucket => `${bucket.app} ${bucket.release}`)
  const lines = [...releases]
    .sort()
    .flatMap(([name, those]) => [
      `${name.padEnd(34)} ${formatHealth(those)}`,
      ...formatFailureReasons(those).map(line => `${''.padEnd(34)} ${line}`),
    ])
  const cut = isCut ? ['The answer is cut: ask for one app or a shorter time.'] : []
  return {
    data: { ok: true, now, minutes, isCut, summary: [...releases.values()].map(summarize), buckets },
    lines: lines.length > 0 ? [...lines, ...cut] : ['No browser reported in this time.'],
  }
}

/** The summary of one release, `health remote-news --since 7d --json`: browsers, failures, and the reasons. */
function summarize(those: readonly HealthBucket[]) {
  const { app, release } = those[0] ?? {}
  return { app, release, ...countBrowsers(those), reasons: listFailureReasons(those) }
}
