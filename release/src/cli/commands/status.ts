import { type HealthResponse, type HealthBucket } from '@adcoin/contract'
import { formatHealth, createHealthReader, createServiceFinder, type ReadHealth } from '../../operations/read-health.ts'
import { readLiveState } from '../../operations/live-state.ts'
import { buildPlan } from '../../operations/plan.ts'
import type { ReleaseContext } from '../../operations/release-context.ts'
import { judgeCanary } from '../../operations/judge-canaries.ts'
import { readStatus, type Status } from '../../operations/status.ts'
import { createRefused } from '../../refusal.ts'
import { runChange, formatSkipped } from '../change.ts'
import { UsageError, type CommandAnswer, type CommandInput, type CommandWords } from '../command-line.ts'

/**
 * status [--overrides on|off]: shows the live releases, their fallbacks, and whether a rollback is safe. With the
 * option, allows or forbids browsers of this deployment to try releases that are not live.
 */
export async function run({ open, words, data }: CommandInput): Promise<CommandAnswer> {
  const overrides = words.value('overrides')
  if (overrides !== undefined && overrides !== 'on' && overrides !== 'off')
    throw new UsageError('Write --overrides on or --overrides off.')
  const context = await open()
  if (overrides !== undefined) return setOverrides(context, overrides, words)
  const status = await readStatus(context)
  const readHealth = createHealthReader(createServiceFinder(data))
  const health = await readHealth({ minutes: lastHour, detail: 'counts' })
  const buckets = 'answer' in health ? health.answer.buckets : undefined
  const apps = Object.entries(status.apps).map(async ([app, those]) => [
    ...appLines(those),
    ...(await canaryLines(app, those, readHealth)),
    ...(buckets ? [`${indent} last hour: ${formatHealth(findBuckets(buckets, app, those.active.id))}`] : []),
  ])
  return {
    data: { ...status, health: 'answer' in health ? { buckets: health.answer.buckets } : { down: health.down } },
    lines: [
      status.generation === 0 ? 'Nothing is live yet.' : `Generation ${status.generation}`,
      ...[...status.distrusted, ...status.expiring].map(line => `  ${line}`),
      ...(status.overrides ? ['  overrides are on: a browser may try releases that are not live'] : []),
      ...(await Promise.all(apps)).flat(),
      ...('answer' in health ? judgeLines(health.answer) : []),
      ...('down' in health ? [`Browser reports are unknown: the collector does not answer (${health.down}).`] : []),
    ],
  }
}

async function setOverrides(
  context: ReleaseContext,
  overrides: 'on' | 'off',
  words: CommandWords,
): Promise<CommandAnswer> {
  const state = await readLiveState(context)
  if (!state.live) throw createRefused('live', 'current', 'nothing is live', 'Publish the shell and the remotes first.')
  if ((state.live.overrides === true) === (overrides === 'on'))
    return {
      data: { ok: true, generation: state.number, action: 'overrides', overrides, changes: [] },
      lines: [`Overrides are ${overrides} already; nothing changed.`],
    }
  const reason = { action: 'overrides' as const, why: words.value('why') ?? '' }
  return runChange(
    context,
    current => buildPlan(context, current, reason, { overrides: overrides === 'on' }),
    words.flag('dry-run'),
    state,
  )
}

const lastHour = 60
const indent = ' '.repeat(14)
type App = Status['apps'][string]

const findBuckets = (buckets: readonly HealthBucket[], app: string, release: string) =>
  buckets.filter(bucket => bucket.app === app && bucket.release === release)

function appLines({ app, active, previous, others, rollback }: App) {
  const outlook = rollback.to === null ? 'impossible' : `to ${rollback.to} is ${rollback.safe ? 'safe' : 'NOT safe'}`
  return [
    `${app.padEnd(14)} ${active.id}  live${formatSkipped(active)}`,
    ...previous.map(each => `${indent} ${each.id}  previous${formatSkipped(each)}`),
    ...others.map(({ id, status }) => `${indent} ${id}  in the store, ${status}`),
    `${indent} rollback ${outlook}: ${rollback.why}`,
  ]
}

async function canaryLines(app: string, { active, canary }: App, readHealth: ReadHealth): Promise<readonly string[]> {
  if (!canary) return []
  const { decision, why } = await judgeCanary(app, active.id, canary, readHealth)
  return [
    `${indent} ${canary.release}  canary, ${canary.share} % since ${canary.since.slice(0, 16).replace('T', ' ')}${canary.manual ? ', a person decides' : ''}`,
    `${indent} the judge: ${decision}: ${why}`,
  ]
}

function judgeLines({ judge, now }: HealthResponse): readonly string[] {
  if (judge === null) return ['No judge of canaries has run yet.']
  const seconds = Math.round((Date.parse(now) - Date.parse(judge.lookedAt)) / 1000)
  return [`The judge of canaries is ${judge.name}; it last judged ${seconds} s ago.`]
}
