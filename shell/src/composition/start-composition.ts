import { startBounds } from './bounds.ts'
import type { Composition, CompositionOptions } from './composition.ts'
import { createAreas } from './areas/areas.ts'
import { createLoad } from './loading/load-release.ts'
import { createLiveRegistry } from './releases/live-registry.ts'
import { startLiveReleases } from './releases/live-releases.ts'
import { createQuarantine } from './releases/quarantine.ts'
import { createReports } from './reports.ts'
import { watchRuntimeFailures } from './runtime-failures.ts'

/** Starts the composition of the page: once, before anything is rendered. */
export function startComposition(options: CompositionOptions): Composition {
  const { hostOf, prepareShared = async () => undefined } = options
  const quarantine = createQuarantine(() => localStorage, Date.now)
  const reports = createReports(() => registry)
  const registry = createLiveRegistry(what => reports.failure({ app: 'shell' }, 'registry', what))
  const load = createLoad({ hostOf, prepareShared, quarantine, reports, isInImportMap: registry.isInImportMap })
  const areas = createAreas({ registry, quarantine, load, reports })
  const live = startLiveReleases(registry.refresh)
  startBounds((app, release, what) => reports.violation(`${app}/${release}`, what))
  watchRuntimeFailures((app, release, thrown) => reports.failure({ app, release }, 'runtime', thrown))
  for (const key of quarantine.unfinished) reports.violation(key, 'the page did not come out of its code')
  registry.onReturn(areas.retryAll)

  return {
    ...registry,
    appOfPath: registry.routeAt,
    isComplete: registry.isWhole,
    refresh: () => registry.renew().then(registry.redraw),
    titleOf: areas.titleOf,
    prefetch: (app, pathname, language) => areas.prefetch({ app, pathname, language }),
    load: (app, pathname, language) => areas.open({ app, pathname, language }),
    isHeld: areas.isHeld,
    navigated(pathname) {
      areas.navigated(pathname)
      live.navigated()
    },
    reportFailure: (app, phase, thrown) => reports.failure({ app }, phase, thrown),
    insight: { ...registry, mounted: areas.mounted, log: reports.log, reset: quarantine.reset },
    outlet: areas,
  }
}
