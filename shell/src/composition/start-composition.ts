import type { ApiCode, RegistryRelease } from '@adcoin/contract'
import { candidates } from './candidates.ts'
import type { Composition, CompositionOptions, MountedRemote } from './composition.ts'
import { startFederation } from './federation.ts'
import { report } from './health.ts'
import { createLiveRegistry } from './live-registry.ts'
import { startLiveReleases } from './live-releases.ts'
import { LoadFailure, RemoteUnavailable, reasonOf, type FailurePhase } from './load-failure.ts'
import { loadRelease, releaseKey, type LoadParts } from './load-remote.ts'
import { settled, tracked, type Outcome } from './outcome.ts'
import { createQuarantine } from './quarantine.ts'
import { routeOf } from './registry.ts'
import { watchRuntimeFailures } from './runtime-failures.ts'
import { createSharedGroups, SharedFailure } from './shared-groups.ts'
import { removeStyles } from './styles.ts'

/** What stands at one path. It is kept while it is on screen, so that a re-render never changes the version. */
type Slot = { place: Place; outcome: Promise<Outcome>; excluded: Set<string>; ending: AbortController; isPending: boolean; isOnScreen: boolean }
type Place = { app: string; pathname: string; language: ApiCode }

/** Starts the composition of the page: once, before anything is rendered. */
export function startComposition({ registry: given, hostOf, onRuntimeFailure, prepareShared = async () => undefined }: CompositionOptions): Composition {
  const quarantine = createQuarantine(() => localStorage, Date.now)
  const registry = createLiveRegistry(given, problem => tell('shell', 'registry', problem))
  /** Releases that have been ready at least once. */
  const mounted = new Map<string, MountedRemote>()
  const ready = new Set<string>()
  const slots = new Map<string, Slot>()
  const groups = createSharedGroups(prepareShared)
  const parts: Omit<LoadParts, 'onLocaleFailure'> = { federation: startFederation(groups), groups, hostOf, quarantine, known: new Map(), verified: new Set() }

  function tell(app: string, phase: FailurePhase, thrown: unknown, release = registry.current()?.apps[app]?.active.id, pathname = location.pathname) {
    const path = routeOf(registry.routes(), pathname)?.path
    if (release) report({ app, release, phase, reason: reasonOf(thrown), generation: registry.current()?.generation ?? 0, ...(path ? { path } : {}) })
  }

  function failed({ app, pathname }: Place, release: string, failure: LoadFailure): void {
    quarantine.strike(releaseKey(app, release))
    tell(app, failure.phase, failure.reason, release, pathname)
  }

  /** Candidate after candidate until one works. A failure of a file first asks whether a newer generation is live. */
  async function arrive(place: Place, slot: Pick<Slot, 'excluded' | 'ending'>): Promise<Outcome> {
    await registry.ready()
    if (slot.excluded.size > 0 || isSuspect(place.app)) await registry.complete()
    let hasAsked = false
    for (let release = next(place.app, slot.excluded); release; release = next(place.app, slot.excluded)) {
      try {
        return { state: 'ready', remote: await bring(place, release, slot.ending.signal) }
      } catch (thrown) {
        if (slot.ending.signal.aborted) break
        if (thrown instanceof SharedFailure) return lacking(place, thrown)
        const failure = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
        slot.excluded.add(releaseKey(place.app, release.id))
        failed(place, release.id, failure)
        if (!hasAsked && (failure.phase === 'entry' || failure.phase === 'preload')) await registry.refresh()
        else await registry.complete()
        hasAsked = true
      }
    }
    return { state: 'unavailable', app: place.app }
  }

  /** No release of the area can do without the shell's own file: none is blamed, and only a new page may get it. */
  function lacking(place: Place, failure: SharedFailure): Outcome {
    tell('shell', 'preload', failure, undefined, place.pathname)
    return { state: 'unavailable', app: place.app, needsReload: true }
  }

  /** Is the active release not the one to take? Then the previous ones must be known. */
  function isSuspect(app: string): boolean {
    const current = registry.current()
    const key = releaseKey(app, current?.apps[app]?.active.id ?? '')
    return quarantine.isQuarantined(key) || (current?.revoked.includes(key) ?? false)
  }

  function next(app: string, excluded: ReadonlySet<string>): RegistryRelease | undefined {
    const current = registry.current()
    return current && candidates(current, app, quarantine.isQuarantined, excluded)[0]
  }

  async function bring(place: Place, release: RegistryRelease, signal: AbortSignal, isQuiet = false): Promise<MountedRemote> {
    const onLocaleFailure = (failure: LoadFailure) => isQuiet || tell(place.app, 'locale', failure.reason, release.id, place.pathname)
    const remote = await loadRelease({ ...place, release, signal }, { ...parts, onLocaleFailure })
    mounted.set(releaseKey(place.app, release.id), remote)
    ready.add(readyKey(place, release.id))
    return remote
  }

  function open(place: Place, excluded = new Set<string>()): Promise<Outcome> {
    const ending = new AbortController()
    const best = next(place.app, excluded)
    const remote = best && ready.has(readyKey(place, best.id)) ? mounted.get(releaseKey(place.app, best.id)) : undefined
    const outcome = remote ? settled<Outcome>({ state: 'ready', remote }) : tracked(arrive(place, { excluded, ending }))
    const slot: Slot = { place, outcome, excluded, ending, isPending: !remote, isOnScreen: slots.get(slotKey(place))?.isOnScreen ?? false }
    slots.set(slotKey(place), slot)
    void outcome.then(() => { slot.isPending = false })
    return outcome
  }

  function readyKey(place: Place, release: string): string {
    return `${releaseKey(place.app, release)} ${routeOf(registry.routes(), place.pathname)?.path ?? place.pathname} ${place.language}`
  }

  const outcome = (app: string, pathname: string, language: ApiCode) => slots.get(slotKey({ app, pathname }))?.outcome ?? open({ app, pathname, language })
  const live = startLiveReleases(registry.refresh)
  const stopWatching = watchRuntimeFailures((app, thrown) => {
    tell(app, 'runtime', thrown)
    onRuntimeFailure?.(app)
  })

  return {
    ready: registry.ready,
    generation: () => registry.current()?.generation ?? 0,
    routes: registry.routes,
    tabs: registry.tabs,
    appOfPath: pathname => routeOf(registry.routes(), pathname),
    titleOf(pathname) {
      const app = routeOf(registry.routes(), pathname)?.app
      return [...mounted.values()].findLast(remote => remote.app === app)?.door.title(pathname)
    },
    prefetch(app, pathname, language) {
      const release = next(app, new Set())
      if (release && !quarantine.isQuarantined(releaseKey(app, release.id))) bring({ app, pathname, language }, release, new AbortController().signal, true).catch(() => undefined)
    },
    async load(app, pathname, language) {
      const arrived = await outcome(app, pathname, language)
      if (arrived.state === 'unavailable') throw new RemoteUnavailable(app)
      return arrived.remote
    },
    onChange: registry.onChange,
    navigated(pathname) {
      for (const [key, slot] of slots) {
        if (slot.place.pathname === pathname || (slot.isOnScreen && !slot.isPending)) continue
        slot.ending.abort()
        slots.delete(key)
      }
      live.navigated()
    },
    reportFailure: (app, phase, thrown) => tell(app, phase, thrown),
    stop() {
      live.stop()
      registry.stop()
      stopWatching()
      for (const slot of slots.values()) slot.ending.abort()
    },
    outlet: {
      outcome,
      replace(remote, pathname, language, phase, thrown) {
        const place = { app: remote.app, pathname, language }
        failed(place, remote.release, new LoadFailure(phase, reasonOf(thrown)))
        const excluded = slots.get(slotKey(place))?.excluded ?? new Set<string>()
        return open(place, excluded.add(releaseKey(remote.app, remote.release)))
      },
      async retry(app, pathname, language) {
        const found = await slots.get(slotKey({ app, pathname }))?.outcome
        if (found?.state === 'unavailable' && found.needsReload) location.reload()
        quarantine.forgive(app)
        await registry.refresh()
        return open({ app, pathname, language })
      },
      committed(remote, pathname) {
        const slot = slots.get(slotKey({ app: remote.app, pathname }))
        if (slot) slot.isOnScreen = true
        for (const other of mounted.values()) {
          if (other.app === remote.app && other.release !== remote.release) removeStyles(releaseKey(other.app, other.release))
        }
      },
      left(app, pathname) {
        slots.delete(slotKey({ app, pathname }))
      },
      isRevoked: remote => registry.current()?.revoked.includes(releaseKey(remote.app, remote.release)) ?? false,
    },
  }
}

function slotKey({ app, pathname }: Pick<Place, 'app' | 'pathname'>): string {
  return `${app} ${pathname}`
}
