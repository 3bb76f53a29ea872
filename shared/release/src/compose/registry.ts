import type { Generation, Registry, RegistryRelease, Release } from '@adcoin/contract'

type ReleaseFile = Release['files'][number]

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

/**
 * The registry as it stands in the page. Previous releases are needed only when something failed, and are fetched then. The hashes of
 * the live scripts stand once, in the import map, where the shell reads them.
 */
export function briefRegistry(registry: Registry, releases: Releases): Registry {
  const isBrief = Object.values(registry.apps).some(app => app.previous.length > 0)
  const readsTheMap = Object.entries(registry.apps).some(
    ([app, { active }]) => app === 'shell' && hasShortHashes(releaseOf(releases, app, active.id)),
  )
  const apps = Object.entries(registry.apps).map(([name, app]) => {
    const release = releaseOf(releases, name, app.active.id)
    const active = readsTheMap
      ? {
          ...app.active,
          integrity: hashesOf(
            release.files.filter(file => release.styles.includes(file.path)),
            pageHash,
          ),
        }
      : app.active
    return [name, { ...app, active, previous: [] }]
  })
  return { ...registry, ...(isBrief ? { brief: true } : {}), apps: Object.fromEntries(apps) }
}

/** What the page says about a file. `/registry.json` says sha384: tabs with the shell of before 2026-11-21 read it as well. */
export function pageHash(file: ReleaseFile): string {
  return file.sha256 ?? file.sha384
}

/** Such a release came from a publish step that knows both hashes, and so from sources of which the shell reads the import map. */
function hasShortHashes(release: Release): boolean {
  return release.files.every(file => file.sha256 !== undefined)
}

function hashesOf(files: readonly ReleaseFile[], hash: (file: ReleaseFile) => string): Record<string, string> {
  return Object.fromEntries(files.map(file => [file.path, hash(file)]))
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
    integrity: hashesOf(checked, file => file.sha384),
    styles: release.styles,
    locales: release.locales,
    preload: release.preload,
    groups: release.groups,
  }
}
