import { listNamedReleases, buildReleaseKey } from '@adcoin/contract'
import { layout } from '../store/store.ts'
import { readPastRecords, readLiveState } from './live-state.ts'
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

/** Removes the files of a new plan, under the lock: no release can go live between planning and removing. */
export async function prune(context: ReleaseContext, keptNumbers = 50): Promise<PrunePlan> {
  return context.store.exclusively(async () => {
    const plan = await planPrune(context, keptNumbers)
    for (const what of plan.releases)
      for (const folder of ['releases', 'maps']) await context.store.remove(`${folder}/${what}`)
    for (const n of plan.live)
      for (const name of await listComposedFiles(context, n)) await context.store.remove(`${layout.live(n)}/${name}`)
    await context.store.sweep?.()
    return plan
  })
}

/**
 * Plans removable files: releases that none of the last `keptNumbers` generations contains and that were neither live
 * nor built in the last seven days, and the pages of older generations. Records stay: they are the history.
 *
 * @param keptNumbers  default 50
 */
export async function planPrune(context: ReleaseContext, keptNumbers = 50): Promise<PrunePlan> {
  const state = await readLiveState(context)
  const since = new Date(context.now().getTime() - keepDays * day).toISOString()
  const reason = new Map<string, string>()
  let replacedAt = context.now().toISOString()
  for await (const { live } of readPastRecords(context, state.number)) {
    const n = live.number
    const isRecent = n > state.number - keptNumbers
    // This generation, and so every older one, was replaced before the week began.
    if (!isRecent && replacedAt < since) break
    replacedAt = live.created
    for (const [app, entry] of Object.entries(live.apps)) {
      for (const id of listNamedReleases(entry))
        if (!reason.has(buildReleaseKey(app, id)))
          reason.set(
            buildReleaseKey(app, id),
            n === state.number
              ? 'it is live or a fallback'
              : isRecent
                ? `generation ${n} contains it`
                : 'it was live in the last seven days',
          )
    }
  }
  const releases: string[] = []
  const kept: { what: string; why: string }[] = []
  for (const app of await context.store.list('releases')) {
    for (const id of await context.store.list(`releases/${app}`)) {
      const what = buildReleaseKey(app, id)
      const created = await readRelease(context, app, id).then(
        release => release.created,
        () => '',
      )
      const why = reason.get(what) ?? (created > since ? 'it was built in the last seven days' : undefined)
      if (why === undefined) releases.push(what)
      else kept.push({ what, why })
    }
  }
  const live: number[] = []
  for (const n of (await context.store.list('live')).map(Number).sort((a, b) => a - b))
    if (n <= state.number - keptNumbers && (await listComposedFiles(context, n)).length > 0) live.push(n)
  return { releases, live, kept }
}

/** The record of a generation, which stays: what was live, who changed it, and the signature of both. */
const recordFiles: readonly string[] = ['live.json', 'change.json', 'files.json', 'files.sig']

/** The served files of a generation, without its record. Before 2026-11-28 the record was elsewhere. */
async function listComposedFiles({ store }: ReleaseContext, n: number): Promise<readonly string[]> {
  const names = await store.list(layout.live(n))
  return names.includes('files.json') ? names.filter(name => !recordFiles.includes(name)) : names
}
