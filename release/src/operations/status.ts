import { listNamedReleases, buildReleaseKey, pickSkippedSteps, type AppChoice, type Release } from '@adcoin/contract'
import type { AppStatus, GenerationEntry, ReleaseBrief, StoredRelease } from '@adcoin/contract/operations'
import { readPastRecords, readLiveState, type LiveRecord, type LiveState } from './live-state.ts'
import type { LiveChoice } from '../compose/live.ts'
import { formatRefusal } from '../refusal.ts'
import { listReleases } from '../releases/list-releases.ts'
import { listReleaseChanges, hasFailed } from './plan.ts'
import { predictRollback } from './rollback.ts'
import type { ReleaseContext } from './release-context.ts'

export type Status = {
  readonly generation: number
  /** Whether a browser may try releases that are not live. */
  readonly overrides: boolean
  /** `canary`: the release of the running canary; `stopped`: the candidate of a stopped one. */
  readonly apps: Readonly<Record<string, AppStatus & Pick<AppChoice, 'canary' | 'stopped'>>>
  readonly revoked: readonly string[]
  /** Releases in the page whose key was revoked; the next change leaves them out. */
  readonly distrusted: readonly string[]
  /** Active keys that sign for 30 days at most from now, or no more. */
  readonly expiring: readonly string[]
}

/** The live releases, their fallbacks, whether a rollback is safe, and the other releases in the store. */
export async function readStatus(context: ReleaseContext): Promise<Status> {
  const state = await readLiveState(context)
  const entries = Object.entries(state.live?.apps ?? {}).map(async ([app, choice]) => {
    const { active, previous, canary, stopped } = choice
    const brief = (id: string) => toBrief(id, state.releases.get(buildReleaseKey(app, id)))
    const status: Status['apps'][string] = {
      app,
      active: brief(active),
      previous: previous.map(brief),
      others: await listOthers(context, state, app, choice),
      rollback: predictRollback(context, state, app),
      ...(canary ? { canary } : {}),
      ...(stopped === undefined ? {} : { stopped }),
    }
    return [app, status] as const
  })
  const apps = Object.fromEntries(await Promise.all(entries))
  return {
    generation: state.number,
    overrides: state.live?.overrides === true,
    apps,
    revoked: state.live?.revoked ?? [],
    distrusted: [...state.distrusted.values()].map(formatRefusal),
    expiring: context.ring.keys.flatMap(({ id, state, expires }) =>
      state === 'active' && expires !== undefined && Date.parse(expires) - context.now().getTime() < 30 * 86_400_000
        ? [`the key ${id} signs until ${expires.slice(0, 10)}: make the next one (\`keys --rotate\`)`]
        : [],
    ),
  }
}

/** A release for a list, even if its description cannot be read. */
function toBrief(id: string, release: Release | undefined): ReleaseBrief {
  return { id, version: release?.version ?? '', created: release?.created ?? '', ...pickSkippedSteps(release ?? {}) }
}

/** The stored releases of an app that are neither live, nor a fallback, nor a canary; newest first. */
async function listOthers(context: ReleaseContext, state: LiveState, app: string, live: AppChoice) {
  const named = listNamedReleases(live)
  const releases = new Map((await listReleases(context, app)).map(release => [release.id, release] as const))
  const since = releases.get(live.active)?.created ?? ''
  const classifyRelease = (id: string, release: Release | undefined): StoredRelease['status'] => {
    if (state.live?.revoked.includes(buildReleaseKey(app, id))) return 'revoked'
    if (!release) return 'damaged'
    if (id === live.stopped) return 'stopped'
    if (hasFailed(state, release)) return 'failed'
    return release.created > since ? 'staged' : 'older'
  }
  return (await context.store.list(`releases/${app}`))
    .filter(id => !named.includes(id))
    .map(id => ({ ...toBrief(id, releases.get(id)), status: classifyRelease(id, releases.get(id)) }))
    .sort((a, b) => (a.created < b.created ? 1 : -1))
}

/**
 * Generations and the reasons of their changes, newest first.
 *
 * @param limit  number of generations, default 20
 */
export async function readHistory(context: ReleaseContext, limit = 20): Promise<readonly GenerationEntry[]> {
  const read: LiveRecord[] = []
  // One more than shown, to compare the oldest with.
  for await (const record of readPastRecords(context, await context.store.pointer()))
    if (read.push(record) > limit) break
  return read.slice(0, limit).map((record, index) => toEntry(record, read[index + 1]?.live))
}

function toEntry({ live, change: made }: LiveRecord, before: LiveChoice | undefined): GenerationEntry {
  const { created } = live
  const { action, by, why, skipped } = made
  return {
    generation: live.number,
    created,
    action,
    by,
    why,
    changes: listReleaseChanges(before?.apps ?? {}, live.apps).map(change => ({
      ...change,
      ...pickSkippedSteps(skipped[buildReleaseKey(change.app, change.to ?? '')] ?? {}),
    })),
    tries: listTries(before?.apps ?? {}, live.apps),
    revoked: live.revoked.filter(key => !before?.revoked.includes(key)),
    floor: Object.fromEntries(Object.entries(live.floor).filter(([app, version]) => before?.floor[app] !== version)),
  }
}

function listTries(before: LiveChoice['apps'], after: LiveChoice['apps']): GenerationEntry['tries'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap(app => {
    const [was, is] = [before[app]?.canary, after[app]?.canary]
    if (was?.salt === is?.salt) return []
    const isOver = was && is?.release !== was.release && after[app]?.active !== was.release
    const ended = isOver ? [{ app, release: was.release, share: 0 }] : []
    return [...ended, ...(is ? [{ app, release: is.release, share: is.share }] : [])]
  })
}
