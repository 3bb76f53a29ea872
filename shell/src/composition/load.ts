import { isValidElement } from 'react'
import { releaseFolder, releaseKey, type ApiCode, type LiveVersion } from '@adcoin/contract'
import { isRemoteModule, type Host, type RemoteModule } from '@adcoin/remote'
import { matchPath, type RouteObject } from '@adcoin/router'
import type { FailurePhase } from './fallback.ts'
import type { LiveReleases } from './live.ts'
import { reasonOf, type Report } from './report.ts'
import { createShared, SharedFailure, type ShareScope } from './shared.ts'

/** One release of one remote, wanted at a path in a language. */
export type LoadRequest = {
  app: string
  release: string
  pathname: string
  language: ApiCode
  signal: AbortSignal
  /** Longest time without data. */
  withinMs: number
}

/** One release of one remote that has passed every check. */
export type MountedRemote = { readonly app: string; readonly release: string; readonly module: RemoteModule }

export type LoadParts = {
  live: Pick<LiveReleases, 'version' | 'inImportMap'>
  report: Pick<Report, 'failure'>
  /** The shell's API for a remote. */
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared: () => Promise<unknown>
}

/** @throws LoadFailure, or SharedFailure where a file of the shell that the page needs did not arrive */
export type LoadRelease = (request: LoadRequest) => Promise<MountedRemote>

/** Why one release could not be used. `reason` is for operators: short, English, without personal data. */
export class LoadFailure extends Error {
  readonly phase: FailurePhase
  readonly reason: string

  constructor(phase: FailurePhase, reason: string) {
    super(`${phase}: ${reason}`)
    this.name = 'LoadFailure'
    this.phase = phase
    this.reason = reason.slice(0, 300)
  }
}

/** The exports of every Module Federation container. */
type Container = {
  init(shareScope: ShareScope, initScope: readonly object[]): unknown
  get(exposed: string): Promise<() => unknown>
}

/** No file of a release is larger. */
const mostBytes = 2 * 1024 * 1024
/** The file is in the cache already; a sheet that takes longer than this is broken. An unstyled page is a failure. */
const styleMs = 1_500
/** No note of a remote is longer. */
const longestText = 300

/** Loads releases: each file once, each container once in this page. It tries no other release: `fallback.ts` does. */
export function createLoad({ live, report, hostOf, prepareShared }: LoadParts): LoadRelease {
  const shared = createShared(prepareShared)
  const arrived = new Set<string>()
  const opened = new Map<string, Promise<RemoteModule>>()

  return async function loadRelease(request) {
    const { app, release, pathname, signal } = request
    const version = live.version(app, release)
    if (!version?.container) throw new LoadFailure('door', 'it is not known how it is loaded')
    const key = releaseKey(app, release)
    const files = filesOf(request, version)
    const watch = watchStall(request)
    try {
      // 1. Every file that the page needs is on its way, those of the shell too.
      const groups = quiet(Promise.all(ofRoute(version.groups, pathname).map(shared.loadGroup)))
      const bringAll = (phase: FailurePhase) =>
        quiet(Promise.all(files.filter(file => file.phase === phase).map(file => bring(file, watch))))
      const [entry, page, locale] = [bringAll('entry'), bringAll('preload'), bringAll('locale')]
      const dressed = quiet(bringAll('style').then(() => addSheets(key, files, signal)))
      // 2. The entry runs once its bytes are known to be the published ones, and gives the remote module.
      await watch.guard(entry)
      const module = await watch.guard(openOnce(key, request, version))
      await watch.guard(page)
      checkScreen(module, pathname)
      // 3. Not under the stall timer: these are files of the shell, with a limit of their own.
      await groups
      // 4. The texts and the code of this page; the style sheets apply.
      const missing = await watch.guard(preloadPage(module, request))
      await watch.guard(dressed)
      signal.throwIfAborted()
      if (missing !== undefined) {
        report.failure({ app, pathname, release }, 'locale', missing)
        quiet(locale.then(() => refetch(files.filter(file => file.phase === 'locale'))))
      }
      return { app, release, module }
    } catch (thrown) {
      // A cache may hold wrong bytes: the next visit gets the published ones.
      if (thrown instanceof LoadFailure && ['integrity', 'style'].includes(thrown.phase)) refetch(files)
      throw thrown
    } finally {
      watch.stop()
    }
  }

  async function bring({ url, phase, ...file }: ReleaseFile, watch: StallWatch): Promise<void> {
    if (arrived.has(url)) return
    const mapped = live.inImportMap(url)
    const integrity = mapped?.integrity ?? file.integrity
    if (!integrity && phase !== 'locale') throw new LoadFailure('integrity', `no hash of ${nameOf(url)} is known`)
    if (!isInPage(url)) await download(url, phase, watch)
    // Style sheets are compared by the browser as they are added, texts by the remote as it reads them.
    const isScript = phase === 'entry' || phase === 'preload'
    if (isScript && !mapped?.isChecked) await checkScript(url, integrity ?? '', watch.signal)
    arrived.add(url)
  }

  /** Whether a click or a prefetch asked for it first. */
  function openOnce(key: string, request: LoadRequest, version: LiveVersion): Promise<RemoteModule> {
    const module = opened.get(key) ?? openContainer(request, version)
    opened.set(key, module)
    module.catch(() => opened.delete(key))
    return module
  }

  async function openContainer(request: LoadRequest, { entry }: LiveVersion): Promise<RemoteModule> {
    const { app, release, pathname } = request
    const url = `${releaseFolder(app, release)}/${entry}`
    const container = await inPhase('evaluate', (): Promise<Container> => import(/* webpackIgnore: true */ url))
    await inPhase('door', async () => container.init(shared.scopeOf(app), []))
    const exposed = await inPhase('evaluate', async () => (await container.get('./door'))() as { default?: unknown })
    const module = checkModule(exposed.default, app, pathname)
    await inPhase('evaluate', async () => module.connect(hostOf(app)))
    return module
  }
}

/** Why the remote's code failed, in the phase where it did. */
async function inPhase<Result>(phase: FailurePhase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof LoadFailure || thrown instanceof SharedFailure) throw thrown
    const reason = reasonOf(thrown)
    // Each browser says in its own words that it rejects a file, which has arrived by then.
    if (/dynamically imported module|module script failed/i.test(reason)) throw new LoadFailure('integrity', reason)
    // The federation throws these if a shared module does not satisfy the remote, or the container lacks the module.
    const isDoor = /does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason)
    throw new LoadFailure(isDoor ? 'door' : phase, reason)
  }
}

// Files

type ReleaseFile = {
  readonly url: string
  /** What a failure of it counts as. */
  readonly phase: FailurePhase
  readonly integrity: string | undefined
}

/** The files that a path needs. */
function filesOf({ app, release, pathname, language }: LoadRequest, version: LiveVersion): readonly ReleaseFile[] {
  const locale = version.locales[language]
  const at = (path: string, phase: FailurePhase): ReleaseFile => ({
    url: `${releaseFolder(app, release)}/${path}`,
    phase,
    integrity: version.integrity[path],
  })
  return [
    at(version.entry, 'entry'),
    ...version.styles.map(path => at(path, 'style')),
    ...ofRoute(version.preload, pathname).map(path => at(path, 'preload')),
    ...(locale ? [at(locale, 'locale')] : []),
  ]
}

function ofRoute(table: Readonly<Record<string, readonly string[]>>, pathname: string): readonly string[] {
  const route = Object.keys(table).find(pattern => matchPath({ path: pattern, end: true }, pathname))
  return route === undefined ? [] : (table[route] ?? [])
}

/** Whether the page has brought it whole before, by a link of its own. */
function isInPage(url: string): boolean {
  const entries = performance.getEntriesByName(new URL(url, location.href).href) as PerformanceResourceTiming[]
  return entries.some(({ responseStatus }) => responseStatus === 200)
}

/**
 * Brings a file into the browser's cache; each part of it is a sign of life. Nothing is imported that has not arrived:
 * browsers remember a failed `import()` of a URL for the life of the page.
 */
async function download(url: string, phase: FailurePhase, { beat, signal }: StallWatch): Promise<void> {
  try {
    // Texts as the page asks for them, so that the browser takes what is on its way already.
    const answer = await fetch(url, {
      credentials: phase === 'locale' ? 'same-origin' : 'omit',
      redirect: 'error',
      signal,
    })
    beat()
    if (!answer.ok) throw new LoadFailure(phase, `${answer.status} for ${nameOf(url)}`)
    const reader = answer.body?.getReader()
    let bytes = 0
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      beat()
      bytes += part.value.length
      if (bytes > mostBytes) {
        void reader?.cancel()
        throw new LoadFailure(phase, `${nameOf(url)} is larger than ${mostBytes} bytes`)
      }
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof LoadFailure) throw thrown
    throw new LoadFailure(phase, `${nameOf(url)} did not arrive: ${reasonOf(thrown)}`)
  }
}

/**
 * Compares a script that the page's import map does not name: the browser imports it as this link has brought it. One
 * that knows no such links compares a second, cached read.
 */
async function checkScript(url: string, integrity: string, signal: AbortSignal): Promise<void> {
  const link = document.createElement('link')
  const isPublished = link.relList.supports('modulepreload')
    ? new Promise<boolean>(settle => {
        link.onload = () => settle(true)
        link.onerror = () => settle(false)
        Object.assign(link, { rel: 'modulepreload', href: url, integrity })
        document.head.append(link)
      })
    : fetch(url, { integrity, cache: 'force-cache', signal }).then(
        () => true,
        () => false,
      )
  const isRight = await isPublished
  link.remove()
  signal.throwIfAborted()
  if (!isRight) throw new LoadFailure('integrity', `${nameOf(url)} differs from what was published`)
}

/** In the background, past every cache. */
function refetch(files: readonly ReleaseFile[]): void {
  for (const { url } of files) fetch(url, { credentials: 'omit', cache: 'reload' }).catch(() => undefined)
}

/**
 * Puts the style sheets of a release into the page, and waits until they apply.
 *
 * @param owner  `remote-wallet/1.0.0-0a1b2c3d4e5f`
 */
async function addSheets(owner: string, files: readonly ReleaseFile[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const known = sheetsOf(owner).map(link => link.getAttribute('href'))
  const sheets = files.filter(({ phase, url }) => phase === 'style' && !known.includes(url))
  await Promise.all(sheets.map(sheet => addSheet(owner, sheet)))
}

function addSheet(owner: string, { url, integrity = '' }: ReleaseFile): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url, integrity })
  link.dataset['release'] = owner
  return new Promise((resolve, reject) => {
    const fail = (problem: string) => {
      link.remove()
      reject(new LoadFailure('style', `${nameOf(url)} ${problem}`))
    }
    const timer = setTimeout(fail, styleMs, 'did not apply in time')
    link.onload = () => resolve(clearTimeout(timer))
    link.onerror = () => fail('was rejected by the browser')
    document.head.append(link)
  })
}

/** Takes a release's style sheets out of the page. */
export function removeSheets(app: string, release: string): void {
  for (const link of sheetsOf(releaseKey(app, release))) link.remove()
}

function sheetsOf(owner: string): HTMLLinkElement[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-release]')
  return [...links].filter(link => link.dataset['release'] === owner)
}

function nameOf(url: string): string {
  return url.split('/').slice(-2).join('/')
}

// Time

type StallWatch = {
  /** Aborts the requests under way when the load is given up or over. */
  signal: AbortSignal
  /** A sign of life of any file: the time begins anew. */
  beat: () => void
  /** @throws LoadFailure  'stall' where the work neither ends nor gives a sign of life */
  guard: <Result>(work: Promise<Result>) => Promise<Result>
  stop: () => void
}

function watchStall({ signal, withinMs }: LoadRequest): StallWatch {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let fail: (reason: unknown) => void = () => undefined
  let isGuarded = false
  // Rejects when the time is over, or the load is given up.
  const over = quiet(new Promise<never>((_, reject) => (fail = reject)))
  const beat = () => {
    clearTimeout(timer)
    if (isGuarded)
      timer = setTimeout(() => fail(new LoadFailure('stall', `nothing came or ended for ${withinMs} ms`)), withinMs)
  }
  signal.addEventListener('abort', () => fail(signal.reason), { signal: ending.signal })
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    beat,
    async guard(work) {
      isGuarded = true
      beat()
      const result = await Promise.race([work, over])
      isGuarded = false
      beat()
      return result
    },
    stop() {
      clearTimeout(timer)
      ending.abort()
    },
  }
}

/** Awaited later; it may have failed by then. */
function quiet<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

// The remote module

/** @throws LoadFailure  'door', with what is wrong about what a container exposes */
export function checkModule(exposed: unknown, app: string, pathname: string): RemoteModule {
  if (!isRemoteModule(exposed)) throw new LoadFailure('door', `what ${app} exposes is no remote module`)
  if (`remote-${exposed.name}` !== app)
    throw new LoadFailure('door', `the module names itself ${exposed.name.slice(0, 40)}`)
  if (!routeOf(exposed, pathname))
    throw new LoadFailure('door', 'the module has no such route, though its manifest has')
  return exposed
}

/** @throws LoadFailure  where the module has nothing to draw at a path that it lists */
export function checkScreen(module: RemoteModule, pathname: string): void {
  const { element, Component, children } = routeOf(module, pathname) ?? {}
  if (!isValidElement(element) && typeof Component !== 'function' && !Array.isArray(children))
    throw new LoadFailure('door', 'nothing is to be drawn at its route, though its manifest has it')
}

function routeOf({ routes }: RemoteModule, pathname: string): RouteObject | undefined {
  return routes.find(({ path }) => path !== undefined && matchPath({ path, end: true }, pathname))
}

/** @returns why the texts of the language are not there */
async function preloadPage(module: RemoteModule, { pathname, language }: LoadRequest): Promise<string | undefined> {
  const missing: unknown = await inPhase('preload', async () => {
    const loading: unknown = module.preload(pathname, language)
    if (!(loading instanceof Promise)) throw new LoadFailure('door', 'its preload returns no promise')
    return (await loading) as unknown
  })
  return typeof missing === 'string' ? missing.slice(0, longestText) : undefined
}
