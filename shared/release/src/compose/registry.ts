import type { Generation, Registry, RegistryRelease, Release } from '@adcoin/contract'

/** Every release that a generation names, by `<app>/<id>`. */
export type Releases = ReadonlyMap<string, Release>

/** The key of a release in `Releases` and in a generation's revoked list. */
export function releaseKey(app: string, id: string): string {
  return `${app}/${id}`
}

/** Where a release's files are served; without a slash at the end. */
export function releasePath(app: string, id: string): string {
  return `/releases/${app}/${id}`
}

/** What the browser is told about a generation. @throws where a named release is not among `releases` */
export function registryOf(generation: Generation, releases: Releases): Registry {
  const apps: Registry['apps'] = {}
  for (const [app, { active, previous }] of Object.entries(generation.apps)) {
    const live = releaseOf(releases, app, active)
    apps[app] = {
      active: registryRelease(live),
      previous: previous.map(id => registryRelease(releaseOf(releases, app, id))),
      routes: live.card?.routes ?? [],
      tabs: live.tabs,
    }
  }
  return { generation: generation.generation, apps, revoked: generation.revoked }
}

/** The registry as it stands in the page: previous releases are needed only when something failed, and are fetched then. */
export function briefRegistry(registry: Registry): Registry {
  const apps = Object.entries(registry.apps)
  if (apps.every(([, app]) => app.previous.length === 0)) return registry
  return { ...registry, brief: true, apps: Object.fromEntries(apps.map(([name, app]) => [name, { ...app, previous: [] }])) }
}

/** Scripts and styles: the files whose integrity the browser checks. */
export function isChecked(path: string): boolean {
  return /\.(js|css)$/.test(path)
}

function releaseOf(releases: Releases, app: string, id: string): Release {
  const release = releases.get(releaseKey(app, id))
  if (!release) throw new Error(`generation names ${app}/${id}, which was not read`)
  return release
}

function registryRelease(release: Release): RegistryRelease {
  const locales = new Set(Object.values(release.locales))
  const checked = release.files.filter(file => isChecked(file.path) || locales.has(file.path))
  return {
    id: release.id,
    version: release.version,
    path: releasePath(release.app, release.id) as RegistryRelease['path'],
    ...(release.container === undefined ? {} : { container: release.container }),
    entry: release.entry,
    integrity: Object.fromEntries(checked.map(file => [file.path, file.sha384])),
    styles: release.styles,
    locales: release.locales,
    preload: release.preload,
  }
}
