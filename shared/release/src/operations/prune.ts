import { namedReleases, releaseKey } from '@adcoin/contract'
import { layout } from '../store/store.ts'
import { pastRecords, readLiveState } from './live-state.ts'
import { readRelease } from '../releases/read-release.ts'
import type { ReleaseContext } from './release-context.ts'

export type PrunePlan = {
  readonly releases: readonly string[]
  readonly live: readonly number[]
  readonly kept: readonly { readonly what: string; readonly why: string }[]
}

const day = 24 * 3_600_000
/** A tab may stay open this long on an old release and still ask for its files. */
const keepDays = 7

/**
 * Removable files: releases that no generation of the last `keepGenerations` names and that have not been live, nor
 * been made, in the last seven days; and composed pages of generations older than those. Generations themselves stay:
 * they are the history.
 *
 * @param keepGenerations  default 50
 */
export async function planPrune(context: ReleaseContext, keepGenerations = 50): Promise<PrunePlan> {
  const state = await readLiveState(context)
  const since = new Date(context.now().getTime() - keepDays * day).toISOString()
  const reason = new Map<string, string>()
  let replacedAt = context.now().toISOString()
  for await (const { live } of pastRecords(context, state.number)) {
    const n = live.number
    const isRecent = n > state.number - keepGenerations
    // This one, and so every older one, was replaced before the week began.
    if (!isRecent && replacedAt < since) break
    replacedAt = live.created
    for (const [app, entry] of Object.entries(live.apps)) {
      for (const id of namedReleases(entry))
        if (!reason.has(releaseKey(app, id)))
          reason.set(
            releaseKey(app, id),
            n === state.number
              ? 'it is live or a fallback'
              : isRecent
                ? `generation ${n} names it`
                : 'it was live in the last seven days',
          )
    }
  }
  const releases: string[] = []
  const kept: { what: string; why: string }[] = []
  for (const app of await context.store.list('releases')) {
    for (const id of await context.store.list(`releases/${app}`)) {
      const what = releaseKey(app, id)
      const created = await readRelease(context, app, id).then(
        release => release.created,
        () => '',
      )
      const why = reason.get(what) ?? (created > since ? 'it was made in the last seven days' : undefined)
      if (why === undefined) releases.push(what)
      else kept.push({ what, why })
    }
  }
  const live = (await context.store.list('live'))
    .map(Number)
    .filter(n => n <= state.number - keepGenerations)
    .sort((a, b) => a - b)
  return { releases, live, kept }
}

/** Removes what a fresh plan allows. Under the lock, so that nothing becomes live between looking and removing. */
export async function prune(context: ReleaseContext, keepGenerations = 50): Promise<PrunePlan> {
  return context.store.exclusively(async () => {
    const plan = await planPrune(context, keepGenerations)
    for (const what of plan.releases)
      for (const folder of ['releases', 'maps']) await context.store.remove(`${folder}/${what}`)
    for (const n of plan.live) await context.store.remove(layout.live(n))
    await context.store.sweep?.()
    return plan
  })
}
