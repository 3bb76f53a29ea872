import { isLoadable, releaseKey, type Registry, type RegistryRelease } from '@adcoin/contract'
import { fallbackOrder, sideOf, wantedOf } from './fallback-order.ts'
import type { Override } from './override.ts'
import { createOverrides } from './overrides.ts'
import { createRefresh, firstRefresh, registryInUse } from './refresh-registry.ts'
import { registryInPage, routeOf, type AreaRoute, type AreaTab } from './registry.ts'

const completeWithinMs = 3_000
/** Of an area that the page only names nothing can be shown before. */
const namedWithinMs = 10_000

/** The registry in use. Its generation never decreases. */
export type LiveRegistry = {
  /** The same without the overrides of this browser. */
  live: () => Registry | undefined
  overrides: () => readonly Override[]
  /** Whether only this browser uses a release: its failures are no evidence against the live one. */
  isOverride: (key: string) => boolean
  /** Number of the generation in use; 0 while none is known. */
  generation: () => number
  /** The release of an app for this browser: the live one, or a canary candidate. */
  activeOf: (app: string) => RegistryRelease | undefined
  /** The page only names the app, and how to load it is not known yet: `complete` asks for the whole registry. */
  isOnlyNamed: (app: string) => boolean
  /** The releases of an app to try, best first; avoided ones go last. */
  fallbackOrder: (app: string, isAvoided: (key: string) => boolean) => readonly RegistryRelease[]
  /** The page's block leaves releases out; `complete` brings them. */
  isBrief: () => boolean
  /** Whether every route is known. Until then a path without a remote may still have one. */
  isWhole: () => boolean
  /** On which side of the app's canary this browser is; nothing where none runs. */
  sideOf: (app: string) => ReturnType<typeof sideOf>
  /**
   * A candidate that was stopped counts as revoked.
   *
   * @param key  `remote-wallet/1.0.0-0a1b2c3d4e5f`
   */
  isRevoked: (key: string) => boolean
  /** Whether the browser itself refuses other bytes than the published ones of the script at this address. */
  isInImportMap: (url: string) => boolean
  /** The same array until `onChange`. */
  routes: () => readonly AreaRoute[]
  /** Left to right; the same array until `onChange`. */
  tabs: () => readonly AreaTab[]
  /** The remote of a path; undefined if there is none. */
  routeAt: (pathname: string) => AreaRoute | undefined
  /** Resolves when a whole registry is there, or cannot be had for now. */
  ready: () => Promise<void>
  /** Asks `/registry.json`. Never throws. */
  refresh: () => Promise<void>
  /** The same, and waits a short while at most. */
  renew: () => Promise<void>
  /**
   * Brings what the page's block leaves out: the previous releases, and how a remote is loaded that it only names.
   * Asked for before any of them is needed; waits a short while at most, because an area without a fallback is still
   * better than none, and longer for one that is only named. Never throws.
   */
  complete: (app?: string) => Promise<void>
  onChange: (listener: () => void) => () => void
  /** Called when the registry can be read again after it could not, and when the browser is online again. */
  onReturn: (listener: () => void) => void
  /** The screen must be drawn again, though the same releases are live. Listeners are called as for any change. */
  redraw: () => void
  /** Number of calls of `redraw`. */
  redraws: () => number
  stop: () => void
}

/**
 * @param onProblem  called if an entry or the whole block is missing, broken or forged
 * @param given      for tests; default: the data block of the page
 */
export function createLiveRegistry(onProblem: (problem: string) => void, given?: Registry): LiveRegistry {
  const read = given ? { registry: given, problems: [], inImportMap: new Set<string>() } : registryInPage(document)
  const ending = new AbortController()
  const changes = createChanges()
  const overrides = createOverrides()
  const returns = new Set<() => void>()
  const returned = () => returns.forEach(listener => listener())
  const inUse = registryInUse(read.registry, overrides, changes.tell)
  const { live, current, routes, tabs } = inUse
  const { isWhole, refresh } = createRefresh(inUse, read, { signal: ending.signal, onProblem, onReturn: returned })
  const first = firstRefresh(current(), isWhole(), refresh)
  // Reported once the registry is complete: a report names the shell's release, which a missing block does not contain.
  void Promise.resolve(first).then(() => {
    for (const problem of read.problems) onProblem(problem)
  })
  addEventListener('online', returned, { signal: ending.signal })
  const entryOf = (app: string) => current()?.apps[app]
  const activeOf = (app: string) => wantedOf(app, entryOf(app))
  const isOnlyNamed = (app: string) => {
    const active = activeOf(app)
    return active !== undefined && !isLoadable(active)
  }
  const overridden = () => overrides.in(live())
  return {
    live,
    overrides: overridden,
    isOverride: key => overridden().some(({ app, id }) => releaseKey(app, id) === key),
    generation: () => current()?.generation ?? 0,
    activeOf,
    isOnlyNamed,
    sideOf: app => sideOf(app, entryOf(app)),
    isInImportMap: url => read.inImportMap.has(url),
    fallbackOrder: (app, isAvoided) => fallbackOrder(current(), app, isAvoided),
    isBrief: () => current()?.brief === true,
    isWhole,
    isRevoked: key => current()?.revoked.includes(key) === true || isStopped(current(), key),
    routes,
    tabs,
    routeAt: pathname => routeOf(routes(), pathname),
    async ready() {
      if (!isWhole()) await first
      await overrides.prepare(live())
      if (overridden().length > 0 && current() === live()) inUse.use()
    },
    refresh,
    renew: () => within(completeWithinMs, refresh()),
    complete: async app => {
      if (!current()?.brief) return
      const withinMs = app !== undefined && isOnlyNamed(app) ? namedWithinMs : completeWithinMs
      await within(withinMs, refresh())
    },
    ...changes,
    onReturn: listener => void returns.add(listener),
    stop: () => ending.abort(),
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, new Promise(done => setTimeout(done, ms))])
}

function isStopped(registry: Registry | undefined, key: string): boolean {
  const app = key.split('/')[0] ?? ''
  const stopped = registry?.apps[app]?.stopped
  return stopped !== undefined && key === releaseKey(app, stopped)
}

type Changes = Pick<LiveRegistry, 'onChange' | 'redraw' | 'redraws'> & { tell: () => void }

function createChanges(): Changes {
  const listeners = new Set<() => void>()
  let redraws = 0
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    tell,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    redraw() {
      redraws++
      tell()
    },
    redraws: () => redraws,
  }
}
