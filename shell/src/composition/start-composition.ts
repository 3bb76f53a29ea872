import type { ApiCode, RegistryRelease } from '@adcoin/contract'
import { candidates } from './candidates.ts'
import type { Composition, CompositionOptions, MountedRemote } from './composition.ts'
import { startFederation } from './federation.ts'
import { report } from './health.ts'
import { createLeftovers } from './leftovers.ts'
import { createLiveRegistry } from './live-registry.ts'
import { startLiveReleases } from './live-releases.ts'
import { LoadFailure, RemoteUnavailable, reasonOf, type FailurePhase } from './load-failure.ts'
import { loadRelease, releaseKey, type LoadParts } from './load-remote.ts'
import { watchLongTasks } from './long-tasks.ts'
import { settled, tracked, type Outcome } from './outcome.ts'
import { keepPage } from './page-keeper.ts'
import { createQuarantine, strikesAllowed } from './quarantine.ts'
import { routeOf } from './registry.ts'
import { watchRuntimeFailures } from './runtime-failures.ts'
import { createSharedGroups, SharedFailure } from './shared-groups.ts'
import { removeStyles } from './styles.ts'
import { createTripwire } from './tripwire.ts'

/** What stands at one path. It is kept while it is on screen, so that a re-render never changes the version. */
type Slot = {
  place: Place
  outcome: Promise<Outcome>
  excluded: Set<string>
  ending: AbortController
  isPending: boolean
  isOnScreen: boolean
  appearing?: ReturnType<typeof setTimeout>
}
type Place = { app: string; pathname: string; language: ApiCode }

/** What a remote's own effects end as its screen goes is not left behind; they run after the shell's. */
const leaveMs = 1_000
/** A release that is ready, and of which nothing is on screen after this time, waits for something that does not come. */
const appearMs = 5_000
/** A look takes less than a tenth of a millisecond. */
const lookMs = 1_000
/** What may follow is somebody's wish: it must meet the natives as they were. An error may be the first sign that they are not. */
const beforeWhich = ['pointerdown', 'keydown', 'click', 'popstate', 'error', 'unhandledrejection'] as const

/** Starts the composition of the page: once, before anything is rendered. */
export function startComposition({
  registry: given,
  hostOf,
  onRuntimeFailure,
  prepareShared = async () => undefined,
}: CompositionOptions): Composition {
  const quarantine = createQuarantine(() => localStorage, Date.now)
  const registry = createLiveRegistry(given, problem => tell('shell', 'registry', problem))
  /** Releases that have been ready at least once. */
  const mounted = new Map<string, MountedRemote>()
  const ready = new Set<string>()
  const slots = new Map<string, Slot>()
  /** The release of each app that was on screen last. */
  const onScreen = new Map<string, string>()
  const leftovers = createLeftovers()
  const changedNatives = createTripwire()
  /** Releases whose code runs for the first time, and the one that is or was last on screen: one of them did what cannot be traced. */
  const arriving: string[] = []
  let running: string | undefined
  let repairedAt = -Infinity
  let redraws = 0
  const redrawing = new Set<() => void>()
  const saidOf = new Set<string>()
  const groups = createSharedGroups(prepareShared)
  const parts: Omit<LoadParts, 'onLocaleFailure'> = {
    federation: startFederation(groups),
    groups,
    hostOf,
    evaluating,
    known: new Map(),
    verified: new Set(),
  }

  function tell(
    app: string,
    phase: FailurePhase,
    thrown: unknown,
    release = registry.current()?.apps[app]?.active.id,
    pathname = location.pathname,
  ) {
    const path = routeOf(registry.routes(), pathname)?.path
    if (release)
      report({
        app,
        release,
        phase,
        reason: reasonOf(thrown),
        generation: registry.current()?.generation ?? 0,
        ...(path ? { path } : {}),
      })
  }

  function failed({ app, pathname }: Place, release: string, failure: LoadFailure): void {
    quarantine.strike(releaseKey(app, release))
    tell(app, failure.phase, failure.reason, release, pathname)
  }

  /** A remote that changes what everybody runs on is left alone from now on. While several arrive nobody can say whose it was. */
  function lookAtNatives(suspect = running): void {
    const changed = changedNatives()
    if (changed.length === 0) return
    repairedAt = performance.now()
    // Whoever drew without them drew something else.
    queueMicrotask(redraw)
    if (arriving.length > 0)
      return tell('shell', 'runtime', `while several remotes arrived something changed ${changed.join(', ')}`)
    if (suspect === undefined) return
    for (let strikes = 0; strikes < strikesAllowed; strikes++) quarantine.strike(suspect)
    tellOf(suspect, `it changed ${changed.join(', ')}`)
  }
  const lookBefore = () => lookAtNatives()

  /** Nothing that must be healed; each kind is said once of each release. */
  function told(what: string, suspect = arriving.length === 1 ? arriving[0] : running): void {
    const kind = `${suspect} ${what.replaceAll(/\d/g, '')}`
    if (saidOf.has(kind)) return
    saidOf.add(kind)
    if (suspect === undefined) tell('shell', 'runtime', what)
    else tellOf(suspect, what)
  }

  function tellOf(key: string, what: string): void {
    const [app = '', release] = key.split('/')
    tell(app, 'runtime', what, release)
  }

  /** What was changed until then was not this one's doing. */
  function evaluating(key: string): () => void {
    if (arriving.length === 0) lookAtNatives()
    arriving.push(key)
    quarantine.begin(key)
    return () => {
      quarantine.end()
      arriving.splice(arriving.indexOf(key), 1)
      lookAtNatives(key)
    }
  }

  /** Ends what a release that is no longer on screen left running. Its own signal, subscriptions and styles have ended already. */
  function sweep({ app, release }: MountedRemote): void {
    const isBack = [...slots.values()].some(
      slot => slot.isOnScreen && slot.place.app === app && onScreen.get(app) === release,
    )
    const left = isBack ? [] : leftovers.end(releaseKey(app, release))
    if (left.length > 0) tell(app, 'runtime', `it left behind: ${left.join(', ')}`, release)
  }

  /** Candidate after candidate until one works. A failure of a file first asks whether a newer generation is live. */
  async function arrive(place: Place, slot: Pick<Slot, 'excluded' | 'ending'>): Promise<Outcome> {
    await registry.ready()
    if (slot.excluded.size > 0 || isSuspect(place.app)) await registry.complete()
    let hasAsked = false
    const triedAgain = new Set<string>()
    for (let release = next(place.app, slot.excluded); release; release = next(place.app, slot.excluded)) {
      try {
        return { state: 'ready', remote: await bring(place, release, slot.ending.signal) }
      } catch (thrown) {
        if (slot.ending.signal.aborted) break
        if (thrown instanceof SharedFailure) return lacking(place, thrown)
        const failure = thrown instanceof LoadFailure ? thrown : new LoadFailure('door', reasonOf(thrown))
        const key = releaseKey(place.app, release.id)
        // One page's file: the same release once more, or a newer one where that is why the file is gone. Faults D01 and D02.
        if (failure.phase === 'preload' && !triedAgain.has(key)) {
          triedAgain.add(key)
          await registry.refresh()
          continue
        }
        slot.excluded.add(key)
        failed(place, release.id, failure)
        if (!hasAsked && failure.phase === 'entry') await registry.refresh()
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

  async function bring(
    place: Place,
    release: RegistryRelease,
    signal: AbortSignal,
    isQuiet = false,
  ): Promise<MountedRemote> {
    const onLocaleFailure = (reason: string) => isQuiet || tell(place.app, 'locale', reason, release.id, place.pathname)
    const remote = await loadRelease({ ...place, release, signal }, { ...parts, onLocaleFailure })
    mounted.set(releaseKey(place.app, release.id), remote)
    ready.add(readyKey(place, release.id))
    return remote
  }

  /** React waits for as long as a screen that suspends wants; the person does not. */
  function expect(slot: Slot | undefined): void {
    if (!slot || slot.isPending || slot.isOnScreen) return
    slot.appearing ??= setTimeout(
      () =>
        void slot.outcome.then(outcome => {
          if (slots.get(slotKey(slot.place)) !== slot || slot.isOnScreen || outcome.state !== 'ready') return
          const { app, release } = outcome.remote
          failed(slot.place, release, new LoadFailure('render', `nothing of it was drawn for ${appearMs} ms`))
          void open(slot.place, slot.excluded.add(releaseKey(app, release)))
          redraw()
        }),
      appearMs,
    )
  }

  function redraw(): void {
    redraws++
    for (const listener of redrawing) listener()
  }

  function open(place: Place, excluded = new Set<string>()): Promise<Outcome> {
    const ending = new AbortController()
    const best = next(place.app, excluded)
    // One that is to be left alone is not drawn again, though it is ready, before it is known what else there is.
    const isUnsettled = isSuspect(place.app) && registry.current()?.brief === true
    const remote =
      best && !isUnsettled && ready.has(readyKey(place, best.id))
        ? mounted.get(releaseKey(place.app, best.id))
        : undefined
    const outcome = remote ? settled<Outcome>({ state: 'ready', remote }) : tracked(arrive(place, { excluded, ending }))
    const slot: Slot = {
      place,
      outcome,
      excluded,
      ending,
      isPending: !remote,
      isOnScreen: slots.get(slotKey(place))?.isOnScreen ?? false,
    }
    slots.set(slotKey(place), slot)
    void outcome.then(() => {
      slot.isPending = false
    })
    return outcome
  }

  /** Another release of its app is on screen. Should it come back, it is made ready anew, with its styles. */
  function replaced(remote: MountedRemote): void {
    const key = releaseKey(remote.app, remote.release)
    removeStyles(key)
    for (const each of ready) if (each.startsWith(`${key} `)) ready.delete(each)
    setTimeout(sweep, leaveMs, remote)
  }

  function readyKey(place: Place, release: string): string {
    return `${releaseKey(place.app, release)} ${routeOf(registry.routes(), place.pathname)?.path ?? place.pathname} ${place.language}`
  }

  const outcome = (app: string, pathname: string, language: ApiCode) =>
    slots.get(slotKey({ app, pathname }))?.outcome ?? open({ app, pathname, language })
  const live = startLiveReleases(registry.refresh)
  const root = document.getElementById('root')
  const keeper = root && keepPage(document, root, (what, release) => told(`it changed the page: ${what}`, release))
  for (const type of beforeWhich) addEventListener(type, lookBefore, { capture: true })
  const looking = setInterval(lookBefore, lookMs)
  const stopTasks = watchLongTasks(told)
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
      if (release && !quarantine.isQuarantined(releaseKey(app, release.id)))
        bring({ app, pathname, language }, release, new AbortController().signal, true).catch(() => undefined)
    },
    async load(app, pathname, language) {
      const arrived = await outcome(app, pathname, language)
      if (arrived.state === 'unavailable') throw new RemoteUnavailable(app)
      return arrived.remote
    },
    onChange(listener) {
      redrawing.add(listener)
      const end = registry.onChange(listener)
      return () => {
        redrawing.delete(listener)
        end()
      }
    },
    redraws: () => redraws,
    repair() {
      lookAtNatives()
      return performance.now() - repairedAt < leaveMs
    },
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
      stopTasks()
      clearInterval(looking)
      for (const type of beforeWhich) removeEventListener(type, lookBefore, { capture: true })
      keeper?.stop()
      leftovers.stop()
      for (const slot of slots.values()) slot.ending.abort()
    },
    outlet: {
      outcome(app, pathname, language) {
        const found = outcome(app, pathname, language)
        expect(slots.get(slotKey({ app, pathname })))
        return found
      },
      replace(remote, pathname, language, phase, thrown) {
        lookAtNatives(releaseKey(remote.app, remote.release))
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
        clearTimeout(slot?.appearing)
        onScreen.set(remote.app, remote.release)
        running = releaseKey(remote.app, remote.release)
        lookAtNatives()
        for (const other of mounted.values())
          if (other.app === remote.app && other.release !== remote.release) replaced(other)
      },
      left(app, pathname) {
        slots.delete(slotKey({ app, pathname }))
        const remote = mounted.get(releaseKey(app, onScreen.get(app) ?? ''))
        if (!remote) return
        lookAtNatives()
        setTimeout(sweep, leaveMs, remote)
      },
      isRevoked: remote => registry.current()?.revoked.includes(releaseKey(remote.app, remote.release)) ?? false,
    },
  }
}

function slotKey({ app, pathname }: Pick<Place, 'app' | 'pathname'>): string {
  return `${app} ${pathname}`
}
