import { releaseKey } from '@adcoin/contract'
import type { MountedRemote } from '../loading/release.ts'
import { reasonOf } from '../reports.ts'
import { openArea, orderOf, type Area, type AreaParts } from './area.ts'
import { createReadyReleases, type AreaPage } from './ready-releases.ts'

/** One area as `<RemoteOutlet>` uses it. */
export type OutletArea = Pick<Area, 'arrival' | 'view' | 'subscribe'> & {
  /** The outlet is mounted; call what it returns when it goes. */
  enter: () => () => void
  /** A screen of this release begins to be drawn; call what it returns when it is on screen. */
  drawing: (remote: MountedRemote) => () => void
  rendered: (remote: MountedRemote) => void
  /** It threw while it rendered. */
  broke: (remote: MountedRemote, thrown: unknown) => void
  retry: () => void
  /** Replaces the release on screen if it was revoked. */
  replaceRevoked: () => void
}

/** For `<RemoteOutlet>` only. */
export type OutletPort = { area: (place: AreaPage) => OutletArea }

export type Areas = OutletPort & {
  /** The remote at this path, ready to be drawn. @throws if no release of the app works */
  open: (place: AreaPage) => Promise<MountedRemote>
  /** Starts loading in the background. Never throws, never reports. */
  prefetch: (place: AreaPage) => void
  /** Gives up what is loading for paths that were left. */
  navigated: (pathname: string) => void
  /** Whether the screen of the last navigation could be drawn for a while, and the page gives it no turn. */
  isHeld: () => boolean
  /** The network returned: tries every area again whose error card is on screen, and forgets what failed. */
  retryAll: () => void
  /** The release of an app that came last into this page. */
  mounted: (app: string) => string | undefined
  /** The title of a path in the remote's own texts, if that remote is loaded. */
  titleOf: (pathname: string) => string | undefined
  stop: () => void
}

/** Navigation waits this long for a screen that is ready. */
const heldMs = 2_000
/** A screen that waits for data has let the page go on: it did not hang. */
const drawMs = 1_000

type Page = AreaParts & {
  /** By app and path. */
  areas: Map<string, Area>
  outlets: WeakMap<Area, OutletArea>
  visit: { pathname: string; at: number }
}

/** The areas of the page. */
export function createAreas(parts: Omit<AreaParts, 'ready'>): Areas {
  const page: Page = {
    ...parts,
    ready: createReadyReleases(parts.registry),
    areas: new Map(),
    outlets: new WeakMap(),
    visit: { pathname: '', at: Infinity },
  }
  const { areas, ready, registry, quarantine } = page
  const stopMarking = markWork(page)
  return {
    area(place) {
      const area = areaAt(page, place)
      area.expect()
      const outlet = page.outlets.get(area) ?? outletOf(page, area)
      page.outlets.set(area, outlet)
      return outlet
    },
    async open(place) {
      const view = await areaAt(page, place).arrival
      if (view.status !== 'ready') throw new Error(`no release of ${place.app} works`)
      return view.remote
    },
    prefetch: place => prefetch(page, place),
    navigated(pathname) {
      page.visit = { pathname, at: performance.now() }
      for (const area of areas.values())
        if (area.place.pathname !== pathname && area.state().status !== 'shown') leave(page, area)
    },
    isHeld() {
      const area = [...areas.values()].find(({ place }) => place.pathname === page.visit.pathname)
      const canDraw = !area || area.state().status === 'ready'
      return canDraw && performance.now() - Math.max(page.visit.at, area?.readySince() ?? 0) > heldMs
    },
    retryAll() {
      quarantine.resetAll()
      // A release that broke on screen waits for the person.
      for (const area of areas.values()) if (!area.state().release) area.dispatch({ type: 'retry' })
    },
    titleOf(pathname) {
      const app = registry.routeAt(pathname)?.app
      return app === undefined ? undefined : ready.of(app).at(-1)?.module.title(pathname)
    },
    mounted: app => ready.of(app).at(-1)?.release,
    stop() {
      stopMarking()
      for (const area of areas.values()) leave(page, area)
    },
  }
}

function keyOf({ app, pathname }: AreaPage): string {
  return `${app} ${pathname}`
}

function areaAt(page: Page, place: AreaPage): Area {
  const known = page.areas.get(keyOf(place))
  if (known) return known
  // The first area of the page was wanted as the page was.
  const since = page.visit.at === Infinity ? 0 : performance.now()
  const area = openArea(place, since, page)
  page.areas.set(keyOf(place), area)
  return area
}

function leave({ areas }: Page, area: Area): void {
  areas.delete(keyOf(area.place))
  area.dispatch({ type: 'left' })
}

function outletOf(page: Page, area: Area): OutletArea {
  const { quarantine, registry, areas } = page
  const { app } = area.place
  let holders = 0
  let shownAt = Infinity
  const leaveIfLast = () => {
    if (holders === 0 && areas.get(keyOf(area.place)) === area) leave(page, area)
  }
  return {
    arrival: area.arrival,
    view: area.view,
    subscribe: area.subscribe,
    enter() {
      holders++
      return () => {
        holders--
        // Another outlet may take over in the same commit.
        queueMicrotask(leaveIfLast)
      }
    },
    drawing({ release }) {
      const end = quarantine.begin(releaseKey(app, release))
      setTimeout(end, drawMs)
      return end
    },
    rendered(remote) {
      shownAt = performance.now()
      rendered(page, area, remote)
    },
    broke({ release }, thrown) {
      area.dispatch({ type: 'broke', release, reason: reasonOf(thrown), shownMs: performance.now() - shownAt })
    },
    retry: () => area.dispatch({ type: 'retry' }),
    replaceRevoked() {
      const { release } = area.state()
      if (release && registry.isRevoked(releaseKey(app, release))) area.dispatch({ type: 'revoked' })
    },
  }
}

function rendered(page: Page, area: Area, remote: MountedRemote): void {
  const { reports, ready } = page
  const { app, release } = remote
  const { pathname } = area.place
  if (area.state().status === 'ready') reports.mounted({ app, release, pathname }, performance.now() - area.since)
  area.dispatch({ type: 'rendered', release })
  for (const other of ready.of(app)) if (other.release !== release) ready.retire(other)
}

function prefetch(page: Page, place: AreaPage): void {
  const { registry, quarantine, ready, load } = page
  const { app } = place
  const bring = () => {
    const [release] = orderOf(page, app)
    if (!release || quarantine.isAvoided(releaseKey(app, release.id))) return
    const { signal } = new AbortController()
    load({ ...place, release, signal, onLocaleFailure: () => undefined }).then(
      remote => ready.add(place, remote),
      () => undefined,
    )
  }
  if (registry.isOnlyNamed(app)) void registry.complete(app).then(bring)
  else bring()
}

/** A click handler that never ends stops the page: the mark that it began is found at the next visit. faults.md E07. */
function markWork({ areas, quarantine }: Page): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const onClick = () => {
    const area = [...areas.values()].find(each => each.state().status === 'shown')
    if (area) setTimeout(quarantine.begin(releaseKey(area.place.app, area.state().release ?? '')))
  }
  addEventListener('click', onClick, { capture: true, signal })
  addEventListener('pagehide', quarantine.leave, { signal })
  document.addEventListener('visibilitychange', quarantine.leave, { signal })
  return () => ending.abort()
}
