import * as v from 'valibot'
import { ManifestRoute } from './manifest.ts'
import { Registry, RegistryApp, RegistryRelease, ReleasePath, ReleaseTab, SharedGroupName } from './release.ts'

const { path, container, entry, integrity, styles, locales, preload } = RegistryRelease.entries

/**
 * One app in the page's block: nothing twice, because each cold start carries it. The needs of a route are beside it;
 * id and version follow from the path; titles and previous releases are left out.
 */
const Brief = v.object({
  active: v.object({ path, container, entry, integrity, styles, locales, preload }),
  routes: v.optional(
    v.array(
      v.object({
        path: ManifestRoute.entries.path,
        preload: v.optional(v.array(ReleasePath), []),
        groups: v.optional(v.array(SharedGroupName), []),
        reads: ManifestRoute.entries.reads,
      }),
    ),
    [],
  ),
  tabs: v.optional(v.array(ReleaseTab), []),
  /** Of the shell, which starts before anything could be asked: the previous good one, with hashes of these files. */
  spare: v.optional(v.object({ path, entry, integrity, styles })),
  /** Complete, but for the hashes of its scripts: only during a canary. */
  canary: RegistryApp.entries.canary,
})

/**
 * A remote for which the page has no room: where it is reached, and nothing of how it is loaded. `/registry.json` of
 * the same generation has that.
 */
const Named = v.object({
  named: v.literal(true),
  path,
  routes: v.array(ManifestRoute.entries.path),
  tabs: v.optional(v.array(ReleaseTab), []),
})

/** Reads an app of the page's block as the whole registry would have it, but for its previous releases. */
export const PageApp = v.union([v.pipe(Brief, v.transform(wholeApp)), v.pipe(Named, v.transform(namedApp))])

/** The JSON data block `<script type="application/json" id="registry">` of `index.html`. */
export const PageRegistry = v.object({ ...Registry.entries, apps: v.record(v.string(), PageApp) })
export type PageRegistry = v.InferInput<typeof PageRegistry>

/** Whether it is known how a release is loaded: of a remote that the page only names, it is not. */
export function isLoadable(release: RegistryRelease): boolean {
  return release.entry !== ''
}

function namedApp({ path: at, routes, tabs }: v.InferOutput<typeof Named>): RegistryApp {
  const nothing = { entry: '', integrity: {}, styles: [], locales: {}, preload: {}, groups: {} }
  return {
    active: { ...nothing, ...idAndVersion(at), path: at },
    previous: [],
    routes: routes.map(each => ({ path: each })),
    tabs,
  }
}

function idAndVersion(at: string): Pick<RegistryRelease, 'id' | 'version'> {
  const id = at.split('/')[3] ?? ''
  return { id, version: id.split('-')[0] ?? '' }
}

function wholeApp({ active, routes, tabs, canary }: v.InferOutput<typeof Brief>): RegistryApp {
  const perRoute = <Value>(of: (route: (typeof routes)[number]) => Value) =>
    Object.fromEntries(routes.map(route => [route.path, of(route)]))
  return {
    active: {
      ...active,
      ...idAndVersion(active.path),
      preload: { ...active.preload, ...perRoute(route => route.preload) },
      groups: perRoute(route => route.groups),
    },
    previous: [],
    canary,
    routes: routes.map(route => ({ path: route.path, ...(route.reads ? { reads: route.reads } : {}) })),
    tabs,
  }
}

/** An app of the registry as the page names it. */
export function namedInPage({ active, routes, tabs }: RegistryApp): v.InferInput<typeof Named> {
  return {
    named: true,
    path: active.path,
    routes: routes.map(route => route.path),
    ...(tabs.length === 0 ? {} : { tabs }),
  }
}

/** An app of the registry as the page carries it. */
export function inPage({ active, previous: [spare], routes, tabs, canary }: RegistryApp): v.InferInput<typeof Brief> {
  return {
    active: {
      path: active.path,
      ...(active.container === undefined ? {} : { container: active.container }),
      entry: active.entry,
      integrity: active.integrity,
      styles: active.styles,
      locales: active.locales,
      // Those of the shell: groups of shared modules, which belong to no route.
      ...(routes.length === 0 ? { preload: active.preload } : {}),
    },
    ...(routes.length === 0 ? {} : { routes: routes.map(route => routeInPage(route, active)) }),
    ...(tabs.length === 0 ? {} : { tabs }),
    ...(spare && routes.length === 0 ? { spare: spareInPage(spare) } : {}),
    ...(canary ? { canary } : {}),
  }
}

function spareInPage({ path: at, entry: first, integrity: hashes, styles: sheets }: RegistryRelease) {
  const needed = [first, ...sheets].map(file => [file, hashes[file] ?? ''])
  return { path: at, entry: first, integrity: Object.fromEntries(needed) as Record<string, string>, styles: sheets }
}

function routeInPage({ path: at, reads }: RegistryApp['routes'][number], { preload: files, groups }: RegistryRelease) {
  const own = { preload: files[at] ?? [], groups: groups[at] ?? [], reads: reads ?? [] }
  return { path: at, ...Object.fromEntries(Object.entries(own).filter(([, named]) => named.length > 0)) }
}
