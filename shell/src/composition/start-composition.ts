import type { Composition, CompositionOptions } from './composition.ts'
import { createLoad } from './loading/load-release.ts'
import { createLiveRegistry } from './releases/live-registry.ts'
import { startLiveReleases } from './releases/live-releases.ts'
import { createQuarantine } from './releases/quarantine.ts'
import { createReports } from './reports.ts'
import { createScreens } from './screens/screens.ts'
import { watchRuntimeFailures } from './watching/runtime-failures.ts'
import { watchSuspects } from './watching/suspects.ts'

/** Starts the composition of the page: once, before anything is rendered. */
export function startComposition({
  registry: given,
  hostOf,
  onRuntimeFailure,
  prepareShared = async () => undefined,
}: CompositionOptions): Composition {
  const quarantine = createQuarantine(() => localStorage, Date.now)
  const reports = createReports(() => registry)
  const registry = createLiveRegistry(given, problem => reports.failure({ app: 'shell' }, 'registry', problem))
  const suspects = watchSuspects({ quarantine, reports, redraw: registry.redraw })
  const load = createLoad({
    hostOf,
    prepareShared,
    isVouched: registry.isVouched,
    evaluating: suspects.evaluating,
    onMisdeed: reports.misdeedOnce,
  })
  const screens = createScreens({ registry, quarantine, load, reports, suspects })
  const live = startLiveReleases(registry.refresh)
  const stopWatching = watchRuntimeFailures((app, thrown) => {
    reports.failure({ app }, 'runtime', thrown)
    onRuntimeFailure?.(app)
  })

  return {
    ready: registry.ready,
    generation: registry.generation,
    routes: registry.routes,
    tabs: registry.tabs,
    appOfPath: registry.routeAt,
    titleOf: screens.titleOf,
    prefetch: (app, pathname, language) => screens.prefetch({ app, pathname, language }),
    load: (app, pathname, language) => screens.open({ app, pathname, language }),
    onChange: registry.onChange,
    redraws: registry.redraws,
    repair: suspects.repair,
    isHeld: suspects.isHeld,
    navigated(pathname) {
      screens.navigated(pathname)
      live.navigated()
    },
    reportFailure: (app, phase, thrown) => reports.failure({ app }, phase, thrown),
    stop() {
      live.stop()
      registry.stop()
      screens.stop()
      suspects.stop()
      stopWatching()
    },
    insight: {
      live: registry.live,
      trials: registry.trials,
      mounted: screens.mounted,
      log: reports.log,
      forgive: quarantine.forgive,
    },
    outlet: screens,
  }
}
