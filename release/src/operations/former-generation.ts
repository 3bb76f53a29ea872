import { AppName, LiveApp, LiveCanary, LiveChange, ReleaseId, SourceHash, Version } from '@adcoin/contract'
import * as v from 'valibot'
import type { LiveChoice } from '../compose/live.ts'
import { backupRemedy } from '../compose/read-composed.ts'
import { createRefused } from '../refusal.ts'
import type { SignedStore } from '../releases/releases.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout } from '../store/store.ts'

const { number, ...canary } = LiveCanary.entries
const reasons = v.record(v.string(), v.string())
const sourcesOfApps = v.record(AppName, v.array(SourceHash))

/** `generations/<n>.json`, as commands before 2026-11-28 wrote it: what was live as number n. */
const FormerGeneration = v.object({
  generation: number,
  created: v.string(),
  ...v.pick(LiveChange, ['after', 'by', 'why', 'action']).entries,
  apps: v.record(
    AppName,
    v.object({
      active: ReleaseId,
      previous: LiveApp.entries.previous,
      canary: v.optional(v.object({ ...canary, generation: number })),
      stopped: LiveApp.entries.stopped,
    }),
  ),
  revoked: v.array(v.string()),
  floor: v.optional(v.record(AppName, Version), {}),
  rolledBack: v.optional(sourcesOfApps, {}),
  /** The failed ones of these; absent before 2026-11-26, when all of them counted as failed. */
  failed: v.optional(sourcesOfApps),
  untried: v.optional(reasons, {}),
  unchecked: v.optional(reasons, {}),
  overrides: v.optional(v.boolean()),
})
type FormerGeneration = v.InferOutput<typeof FormerGeneration>

/**
 * Reads a generation from before 2026-11-28, in today's shape.
 *
 * @throws Refused if it is missing, damaged, replayed under another number, or not signed by an ops key
 */
export async function readFormer(
  { store, ring }: SignedStore,
  n: number,
  isPast: boolean,
): Promise<{ readonly live: LiveChoice; readonly change: LiveChange }> {
  const path = `generations/${n}.json`
  const bytes = await store.read(path)
  if (!bytes) throw createRefused('live-there', layout.live(n), 'it is missing', backupRemedy)
  const bad = checkSignature(ring, 'ops', 'generation', String(n), bytes, await store.read(`generations/${n}.sig`))
  if (bad && !(isPast && bad.isRevoked)) throw createRefused('live-signature', path, bad.message, backupRemedy)
  const parsed = v.safeParse(FormerGeneration, JSON.parse(bytes.toString('utf8')))
  if (!parsed.success || parsed.output.generation !== n)
    throw createRefused('live-schema', path, 'it does not fit its schema, or has another number', backupRemedy)
  return { live: toLiveChoice(parsed.output), change: toLiveChange(parsed.output) }
}

function toLiveChoice({ generation, created, apps, revoked, floor, overrides }: FormerGeneration): LiveChoice {
  const entries = Object.entries(apps).map(([app, { canary: running, ...entry }]) => {
    if (!running) return [app, entry] as const
    const { generation: began, ...terms } = running
    return [app, { ...entry, canary: { ...terms, number: began } }] as const
  })
  return { number: generation, created, apps: Object.fromEntries(entries), revoked, floor, overrides }
}

function toLiveChange({
  after,
  by,
  why,
  action,
  rolledBack,
  failed,
  untried,
  unchecked,
}: FormerGeneration): LiveChange {
  const left = Object.entries(rolledBack).map(([app, sources]) => {
    const hasFailed = (each: string) => failed === undefined || (failed[app as 'shell'] ?? []).includes(each)
    return [app, sources.map(each => ({ sources: each, why: hasFailed(each) ? 'failed' : 'withdrawn' }))] as const
  })
  const keys = [...new Set([...Object.keys(untried), ...Object.keys(unchecked)])]
  const skipped = keys.map(key => [key, { untried: untried[key], unchecked: unchecked[key] }] as const)
  return v.parse(LiveChange, {
    ...(after === undefined ? {} : { after }),
    ...{ by, why, action, left: Object.fromEntries(left), skipped: Object.fromEntries(skipped) },
  })
}
