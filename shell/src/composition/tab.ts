import { noMemory, pickRelease, type Memory } from './fallback.ts'
import type { LiveReleases } from './live.ts'
import type { AreaPage, LoadRelease, MountedRemote } from './load.ts'
import type { Report } from './report.ts'

/** Shared by the areas of a tab. `mounted`: the last loaded release of each app. */
export type Tab = {
  readonly live: LiveReleases
  readonly report: Report
  load: LoadRelease
  /** Loads the page again. */
  reload(): void
  readonly memories: Map<string, Memory>
  readonly mounted: Map<string, MountedRemote>
  /** Paths of the screens that React holds: one is shown, the others are hidden. */
  kept: readonly string[]
}

/** An area waits this long for `/live.json` where the page only names its app: nothing can be shown before. */
const namedMs = 10_000

/** Waits for `/live.json` where the page leaves out how the next release is loaded. */
export async function awaitNextVersion({ app, pathname }: AreaPage, { live, memories }: Tab): Promise<void> {
  await live.ready()
  const order = live.order(app)
  const best = pickRelease(order, memories.get(app) ?? noMemory, pathname)
  if (best === undefined || live.version(app, best)) return
  await live.complete(order.some(release => live.version(app, release)) ? undefined : namedMs)
}

/** Starts loading in the background. Never throws, never reports: the area does, should it be opened. */
export async function prefetch(page: AreaPage, tab: Tab): Promise<void> {
  const { app } = page
  const { signal } = new AbortController()
  try {
    await awaitNextVersion(page, tab)
    const [release] = tab.live.order(app)
    if (release === undefined || tab.memories.get(app)?.tried.some(each => each.release === release)) return
    tab.mounted.set(app, await tab.load({ ...page, release, signal, withinMs: namedMs }))
  } catch {
    return
  }
}
