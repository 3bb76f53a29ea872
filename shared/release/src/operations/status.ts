import { releaseKey, skippedSteps, type LiveCanary, type Release } from '@adcoin/contract'
import type { GenerationEntry, AppView, ReleaseBrief } from '@adcoin/contract/operations'
import { pastRecords, readLiveState, type LiveRecord } from './live-state.ts'
import type { LiveChoice } from '../compose/live.ts'
import { sentence } from '../refusal.ts'
import { releasesThere } from '../releases/releases-there.ts'
import { changesBetween, hasFailed } from './plan.ts'
import { rollbackOutlook } from './rollback.ts'
import type { ReleaseContext } from './release-context.ts'

export type Status = {
  readonly generation: number
  /** Whether a browser may try releases that are not live. */
  readonly overrides: boolean
  readonly apps: Readonly<
    Record<
      string,
      {
        readonly active: ReleaseBrief
        readonly previous: readonly ReleaseBrief[]
        readonly others: readonly string[]
        /** Of those, the ones that failed: `promote` takes none unasked. */
        readonly failed: readonly string[]
        readonly rollback: AppView['rollback']
        /** The release that a share of browsers tries. */
        readonly canary?: LiveCanary
        /** The candidate of the last canary, where it was ended. */
        readonly stopped?: string
      }
    >
  >
  readonly revoked: readonly string[]
  /** Releases in the page whose key was revoked; the next generation leaves them out. */
  readonly distrusted: readonly string[]
  /** Active keys that sign for 30 days at most from now, or no more. */
  readonly expiring: readonly string[]
}

/**
 * The live releases, their fallbacks, and whether a rollback is safe. `others` are releases in the store that no page
 * falls back to.
 */
export async function statusOf(context: ReleaseContext): Promise<Status> {
  const state = await readLiveState(context)
  const brief = (app: string, id: string) => briefOf(id, state.releases.get(releaseKey(app, id)))
  const entries = await Promise.all(
    Object.entries(state.live?.apps ?? {}).map(async ([app, { active, previous, canary, stopped }]) => {
      const there = await releasesThere(context, app)
      const others = (await context.store.list(`releases/${app}`)).filter(
        id => id !== active && id !== canary?.release && !previous.includes(id),
      )
      return [
        app,
        {
          active: brief(app, active),
          previous: previous.map(id => brief(app, id)),
          others,
          failed: there.filter(each => others.includes(each.id) && hasFailed(state, each)).map(({ id }) => id),
          rollback: rollbackOutlook(context, state, app),
          ...(canary ? { canary } : {}),
          ...(stopped === undefined ? {} : { stopped }),
        },
      ] as const
    }),
  )
  return {
    generation: state.number,
    overrides: state.live?.overrides === true,
    apps: Object.fromEntries(entries),
    revoked: state.live?.revoked ?? [],
    distrusted: [...state.distrusted.values()].map(sentence),
    expiring: context.ring.keys.flatMap(({ id, state, expires }) =>
      state === 'active' && expires !== undefined && Date.parse(expires) - context.now().getTime() < 30 * 86_400_000
        ? [`the key ${id} signs until ${expires.slice(0, 10)}: make the next one (\`keys --rotate\`)`]
        : [],
    ),
  }
}

/** A release for a list, also where it cannot be read. */
export function briefOf(id: string, release: Release | undefined): ReleaseBrief {
  return { id, version: release?.version ?? '', created: release?.created ?? '', ...skippedSteps(release ?? {}) }
}

/**
 * Generations and the reasons of their changes, newest first.
 *
 * @param limit  how many, default 20
 */
export async function historyOf(context: ReleaseContext, limit = 20): Promise<readonly GenerationEntry[]> {
  const read: LiveRecord[] = []
  // One more than is shown: the oldest is compared with it.
  for await (const record of pastRecords(context, await context.store.pointer())) if (read.push(record) > limit) break
  return read.slice(0, limit).map((record, index) => entryOf(record, read[index + 1]?.live))
}

function entryOf({ live, change: made }: LiveRecord, before: LiveChoice | undefined): GenerationEntry {
  const { created } = live
  const { action, by, why, skipped } = made
  return {
    generation: live.number,
    created,
    action,
    by,
    why,
    changes: changesBetween(before?.apps ?? {}, live.apps).map(change => ({
      ...change,
      ...skippedSteps(skipped[releaseKey(change.app, change.to ?? '')] ?? {}),
    })),
    tries: triesBetween(before?.apps ?? {}, live.apps),
    revoked: live.revoked.filter(key => !before?.revoked.includes(key)),
    floor: Object.fromEntries(Object.entries(live.floor).filter(([app, version]) => before?.floor[app] !== version)),
  }
}

function triesBetween(before: LiveChoice['apps'], after: LiveChoice['apps']): GenerationEntry['tries'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap(app => {
    const [was, is] = [before[app]?.canary, after[app]?.canary]
    if (was?.salt === is?.salt) return []
    const isOver = was && is?.release !== was.release && after[app]?.active !== was.release
    const ended = isOver ? [{ app, release: was.release, share: 0 }] : []
    return [...ended, ...(is ? [{ app, release: is.release, share: is.share }] : [])]
  })
}
