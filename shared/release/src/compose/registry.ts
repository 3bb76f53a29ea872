import {
  inPage,
  namedInPage,
  publicPaths,
  releaseKey,
  startPaths,
  type PageRegistry,
  type Registry,
  type RegistryApp,
  type RegistryRelease,
  type Release,
} from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'

type ReleaseFile = Release['files'][number]

/** The path of a release's files; without a slash at the end. */
export function releasePath(app: string, id: string): string {
  return `/releases/${app}/${id}`
}

/**
 * The registry in the page. Previous releases are needed only after a failure, and are fetched then. The import map
 * contains the hashes of the live scripts once, and the shell reads them there.
 *
 * @param carried  apps that the page describes completely; others are named only
 */
export function briefRegistry(registry: Registry, releases: Releases, carried: ReadonlySet<string>): PageRegistry {
  const isBrief = Object.entries(registry.apps).some(([name, app]) => app.previous.length > 0 || !carried.has(name))
  const apps = Object.entries(registry.apps).map(([name, app]) => {
    if (!carried.has(name)) return [name, namedInPage(app)]
    const { canary } = app
    const brief = (each: RegistryRelease) => ({ ...each, integrity: stylesOf(releaseOf(releases, name, each.id)) })
    return [
      name,
      inPage({
        ...app,
        active: brief(app.active),
        ...(canary ? { canary: { ...canary, release: brief(canary.release) } } : {}),
      }),
    ]
  })
  const { expires: _, ...inBlock } = registry
  return { ...inBlock, ...(isBrief ? { brief: true } : {}), apps: Object.fromEntries(apps) }
}

/**
 * The remotes' scripts for which the page has room: a hash does not compress, and a page of 14,336 bytes comes with the
 * first answer of the network. decisions/page-stays-small.md
 */
const mostScripts = 32

/**
 * The apps that the page carries whole: the shell, those with a canary, whose two sides must arrive alike, and remotes
 * as long as there is room, those of a first screen or a tab first. The same for the same registry.
 */
export function carriedApps({ apps }: Registry): ReadonlySet<string> {
  const always = Object.keys(apps).filter(name => name === 'shell' || apps[name]?.canary !== undefined)
  const rank = ([, { routes, tabs }]: [string, RegistryApp]) =>
    routes.some(({ path }) => firstPaths.has(path)) ? 0 : tabs.length > 0 ? 1 : 2
  const remotes = Object.entries(apps)
    .filter(([name]) => !always.includes(name))
    .sort((one, other) => rank(one) - rank(other) || (one[0] < other[0] ? -1 : 1))
  let room = mostScripts
  const fitting = remotes.filter(([, { active }]) => {
    const scripts = Object.keys(active.integrity).filter(file => file.endsWith('.js')).length
    if (scripts > room) return false
    room -= scripts
    return true
  })
  return new Set([...always, ...fitting.map(([name]) => name)])
}

/** Entry paths: the landing, the login and the registration, the home. */
const firstPaths: ReadonlySet<string> = new Set([...publicPaths, ...Object.values(startPaths)])

/** The hashes of a release's style sheets. */
function stylesOf(release: Release): Record<string, string> {
  return hashesOf(release.files.filter(file => release.styles.includes(file.path)))
}

function hashesOf(files: readonly ReleaseFile[]): Record<string, string> {
  return Object.fromEntries(files.map(file => [file.path, file.sha256]))
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

/** One release as browsers need it, with the hash of each file that they check. */
export function registryRelease(release: Release): RegistryRelease {
  const locales = new Set(Object.values(release.locales))
  const checked = release.files.filter(file => isChecked(file.path) || locales.has(file.path))
  return {
    id: release.id,
    version: release.version,
    path: releasePath(release.app, release.id) as RegistryRelease['path'],
    ...(release.container === undefined ? {} : { container: release.container }),
    entry: release.entry,
    integrity: hashesOf(checked),
    styles: release.styles,
    locales: release.locales,
    preload: release.preload,
    groups: release.groups,
  }
}
