import * as v from 'valibot'
import {
  AppName,
  Integrity,
  PageApp,
  Registry,
  RegistryApp,
  type RegistryRelease,
  type ReleaseTab,
} from '@adcoin/contract'
import { matchPath } from '@adcoin/router'

/** A route of a live remote: a pattern (`/task/:taskId`). */
export type AreaRoute = { app: string; path: string }
/** A tab with its labels in six languages. */
export type AreaTab = ReleaseTab & { app: string }

/** A parsed registry with its problems: apps whose entry is missing, broken or forged. */
export type ReadRegistry = { registry: Registry | undefined; problems: readonly string[] }
/** The registry in the page. `inImportMap`: addresses of scripts that the browser compares with its import map. */
export type RegistryInPage = ReadRegistry & { inImportMap: ReadonlySet<string> }

const blockId = 'registry'
/** Each costs a look and perhaps a report. An organisation with more teams than that has more than one app. */
const mostApps = 300
/** More problems would add no information. */
const mostProblems = 5
const ImportMap = v.object({ integrity: v.record(v.string(), Integrity) })
/** The address of the registry: static, revalidated, same origin. */
const registryUrl = '/registry.json'
/** An answer that takes longer is given up, so that the next question can be asked. */
const answerMs = 10_000

/** The JSON data block `<script type="application/json" id="registry">` of the page. */
export function registryInPage(page: Document): RegistryInPage {
  const text = page.getElementById(blockId)?.textContent
  if (!text) return { registry: undefined, problems: ['registry_missing'], inImportMap: new Set() }
  try {
    const { registry, problems } = readRegistry(JSON.parse(text), PageApp)
    const hashes = scriptHashes(page)
    return {
      registry: registry && withScriptHashes(registry, hashes),
      problems: [...problems, ...(registry ? missing(registry, hashes) : [])],
      inImportMap: new Set(comparesScripts() ? hashes.map(([url]) => url) : []),
    }
  } catch {
    return { registry: undefined, problems: ['registry_unreadable'], inImportMap: new Set() }
  }
}

/**
 * Whether this browser compares scripts with the hashes of an import map. Only its age shows it: Chromium 127, Firefox
 * 138 and Safari 18 do, and no older version has both of these features.
 */
function comparesScripts(): boolean {
  return 'try' in Promise && 'captureStackTrace' in Error
}

type ScriptHashes = readonly (readonly [url: string, hash: string])[]

function scriptHashes(page: Document): ScriptHashes {
  const map = v.safeParse(ImportMap, JSON.parse(page.querySelector('script[type=importmap]')?.textContent || '{}'))
  return map.success ? Object.entries(map.output.integrity) : []
}

/** Apps whose scripts the page knows and whose entry it lacks. faults.md A03. */
function missing(registry: Registry, hashes: ScriptHashes): readonly string[] {
  const named = new Set(hashes.map(([url]) => url.split('/')[2] ?? ''))
  return [...named].filter(app => v.is(AppName, app) && !(app in registry.apps)).map(app => `entry_missing ${app}`)
}

/** The page contains the hashes of live scripts once, in its import map: every copy would cost each cold start. */
function withScriptHashes(registry: Registry, hashes: ScriptHashes): Registry {
  const apps = Object.entries(registry.apps).map(([app, entry]) => {
    const { active, canary } = entry
    const hashed = (release: RegistryRelease): RegistryRelease => {
      const own = hashes
        .filter(([url]) => url.startsWith(`${release.path}/`))
        .map(([url, hash]) => [url.slice(release.path.length + 1), hash])
      return { ...release, integrity: { ...release.integrity, ...Object.fromEntries(own) } }
    }
    const tried = canary ? { canary: { ...canary, release: hashed(canary.release) } } : {}
    return [app, { ...entry, active: hashed(active), ...tried }]
  })
  return { ...registry, apps: Object.fromEntries(apps) }
}

/**
 * Checks a registry app by app: one forged or broken entry costs that app alone, not the others. A path that is not
 * exactly `/releases/<app>/<id>` is forged.
 *
 * @param Entry  how an app is written: as in `/registry.json`, or as in the page
 */
export function readRegistry(value: unknown, Entry: typeof RegistryApp | typeof PageApp = RegistryApp): ReadRegistry {
  const frame = v.safeParse(v.object({ ...Registry.entries, apps: v.record(v.string(), v.unknown()) }), value)
  if (!frame.success) return { registry: undefined, problems: ['registry_invalid'] }
  const named = Object.entries(frame.output.apps)
  const problems = named.length > mostApps ? [`apps_refused ${named.length - mostApps}`] : []
  const apps = named.slice(0, mostApps).flatMap(([app, entry]) => {
    const read = v.is(AppName, app) ? v.safeParse(Entry, entry) : undefined
    if (read?.success && [read.output.active, ...read.output.previous].every(release => isOwnPath(app, release)))
      return [[app, withOwnCanary(app, read.output)] as const]
    problems.push(`entry_refused ${app.slice(0, 40)}`)
    return []
  })
  return { registry: { ...frame.output, apps: Object.fromEntries(apps) }, problems: problems.slice(0, mostProblems) }
}

/**
 * Fetches `/registry.json`: a newer generation, or undefined without a readable answer. A cache would return wrong
 * bytes for as long as the host answers 304: an unreadable answer is fetched once more past the cache.
 */
export async function fetchRegistry(signal: AbortSignal): Promise<ReadRegistry | undefined> {
  const ask = async (cache: RequestCache) => {
    const answer = await fetch(registryUrl, {
      cache,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    const text = answer.ok ? await answer.text() : undefined
    return text === undefined ? undefined : readRegistryText(text)
  }
  try {
    const read = await ask('no-cache')
    return read && read.problems.length > 0 ? await ask('reload') : read
  } catch {
    return undefined
  }
}

function readRegistryText(text: string): ReadRegistry {
  try {
    return readRegistry(JSON.parse(text))
  } catch {
    return { registry: undefined, problems: ['registry_unreadable'] }
  }
}

/** Every route of every live remote. Two remotes cannot have the same one: the release gate refuses it. */
export function routesOf(registry: Registry | undefined): readonly AreaRoute[] {
  return Object.entries(registry?.apps ?? {}).flatMap(([app, entry]) => entry.routes.map(({ path }) => ({ app, path })))
}

/** Tabs of the live remotes, left to right; equal orders go by app name. */
export function tabsOf(registry: Registry | undefined): readonly AreaTab[] {
  const tabs = Object.entries(registry?.apps ?? {}).flatMap(([app, entry]) => entry.tabs.map(tab => ({ app, ...tab })))
  return tabs.sort((a, b) => a.order - b.order || (a.app < b.app ? -1 : 1))
}

/** The route that a path belongs to. A literal part wins over a parameter, in whichever order they are declared. */
export function routeOf(routes: readonly AreaRoute[], pathname: string): AreaRoute | undefined {
  const found = routes.filter(route => matchPath({ path: route.path, end: true }, pathname))
  return found.sort((a, b) => parameters(a.path) - parameters(b.path))[0]
}

function parameters(path: string): number {
  return path.split('/:').length
}

/** A canary whose files lie outside the app's own folder is dropped, and the app keeps its live release. */
function withOwnCanary(app: string, entry: RegistryApp): RegistryApp {
  return entry.canary && !isOwnPath(app, entry.canary.release) ? { ...entry, canary: undefined } : entry
}

function isOwnPath(app: string, release: RegistryRelease): boolean {
  return release.path === `/releases/${app}/${release.id}`
}
