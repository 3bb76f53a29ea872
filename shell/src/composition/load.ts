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
export type MountedRemote = {
  readonly app: string
  /** `1.0.0-0a1b2c3d4e5f` */
  readonly release: string
  readonly module: RemoteModule
}

/** @throws LoadFailure, or SharedFailure where a file of the shell that the page needs did not arrive */
export type LoadRelease = (request: LoadRequest) => Promise<MountedRemote>

export type LoadParts = {
  live: Pick<LiveReleases, 'version' | 'inImportMap'>
  report: Pick<Report, 'failure' | 'violation'>
  /** The shell's API for a remote. */
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared: () => Promise<unknown>
}

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
/** No title and no note of a remote is longer. */
const longestText = 300

/** Loads releases: each file once, each container once in this page. It tries no other release: `fallback.ts` does. */
export function createLoad({ live, report, hostOf, prepareShared }: LoadParts): LoadRelease {
  const shared = createShared(prepareShared)
  const arrived = new Set<string>()
  const opened = new Map<string, Promise<MountedRemote>>()

  return async function loadRelease(request) {
    const { app, release, pathname, signal } = request
    const version = live.version(app, release)
    if (!version?.container) throw new LoadFailure('door', 'it is not known how it is loaded')
    const files = filesOf(request, version)
    const watch = watchStall(request)
    // 1. Every file that the page needs is on its way, those of the shell too.
    const groups = quiet(Promise.all(ofRoute(version.groups, pathname).map(shared.loadGroup)))
    const bring = (phase: FailurePhase) =>
      quiet(Promise.all(files.filter(file => file.phase === phase).map(file => bringFile(file, watch))))
    const [entry, page, styles] = [bring('entry'), bring('preload'), bring('style').then(addStyles)]
    void bring('locale')
    try {
      // 2. The entry runs once its bytes are known to be the published ones, and gives the remote module.
      await watch.guard(entry)
      const remote = await watch.guard(openOnce(request, version))
      await watch.guard(page)
      checkScreen(remote.module, pathname)
      // 3. Not under the stall timer: these are files of the shell, with a limit of their own.
      await groups
      signal.throwIfAborted()
      // 4. Its texts and the code of this page; its style sheets apply.
      const missing = await watch.guard(preloadPage(remote.module, request))
      await watch.guard(styles)
      if (missing !== undefined) report.failure({ app, pathname, release }, 'locale', missing)
      if (missing !== undefined) refetch(files.filter(file => file.phase === 'locale'))
      return remote
    } catch (thrown) {
      // A cache may hold wrong bytes: the next visit gets the published ones.
      if (thrown instanceof LoadFailure && ['integrity', 'style'].includes(thrown.phase)) refetch(files)
      throw thrown
    } finally {
      watch.stop()
    }

    async function addStyles(): Promise<void> {
      signal.throwIfAborted()
      const sheets = files.filter(file => file.phase === 'style')
      await Promise.all(sheets.map(sheet => addSheet(releaseKey(app, release), sheet)))
    }
  }

  async function bringFile({ url, phase, ...file }: ReleaseFile, watch: StallWatch): Promise<void> {
    if (arrived.has(url)) return
    const mapped = live.inImportMap(url)
    const integrity = mapped?.integrity ?? file.integrity
    if (!integrity && phase !== 'locale') throw new LoadFailure('integrity', `no hash of ${nameOf(url)} is known`)
    if (!isInPage(url)) await download(url, phase, watch)
    // Styles are compared by the browser as they are added, texts by the remote as it reads them.
    const isScript = phase === 'entry' || phase === 'preload'
    if (isScript && integrity && !mapped?.isChecked) await checkScript(url, integrity, watch.signal)
    arrived.add(url)
  }

  /** Whether a click or a prefetch asked for it first. */
  function openOnce(request: LoadRequest, version: LiveVersion): Promise<MountedRemote> {
    const key = releaseKey(request.app, request.release)
    const remote = opened.get(key) ?? openRemote(request, version)
    opened.set(key, remote)
    remote.catch(() => opened.delete(key))
    return remote
  }

  async function openRemote(request: LoadRequest, { entry }: LiveVersion): Promise<MountedRemote> {
    const { app, release } = request
    const container = await inPhase('evaluate', () => importScript(`${releaseFolder(app, release)}/${entry}`))
    // A container that rejects the shared modules cannot be opened.
    await inPhase('door', async () => container.init(shared.scopeOf(app), []))
    const exposed = await inPhase('evaluate', async () => (await container.get('./door'))())
    const found = typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : undefined
    return mountModule(found, request, { hostOf, report })
  }
}

/** @throws LoadFailure  'integrity' where the browser does not take the bytes of a file that has arrived */
async function importScript(url: string): Promise<Container> {
  return (await import(/* webpackIgnore: true */ url)) as Container
}

async function inPhase<Result>(phase: FailurePhase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof LoadFailure || thrown instanceof SharedFailure) throw thrown
    const reason = reasonOf(thrown)
    // Each browser names a file that it rejects in its own words.
    if (/dynamically imported module|module script failed/i.test(reason)) throw new LoadFailure('integrity', reason)
    // The federation throws these if a shared module does not satisfy the remote, or the container lacks the module.
    if (/does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason))
      throw new LoadFailure('door', reason)
    throw new LoadFailure(phase, reason)
  }
}

/** @returns why the texts of the language are not there */
function preloadPage(module: RemoteModule, { pathname, language }: LoadRequest): Promise<string | undefined> {
  return inPhase('preload', () => module.preload(pathname, language))
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

/** Puts a style sheet into the page, and waits until it applies. @param owner `remote-wallet/1.0.0-0a1b2c3d4e5f` */
function addSheet(owner: string, { url, integrity }: ReleaseFile): Promise<void> {
  if (sheetsOf(owner).some(link => link.getAttribute('href') === url)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url, integrity })
  link.dataset['release'] = owner
  return new Promise((resolve, reject) => {
    const settle = (problem?: string) => {
      clearTimeout(timer)
      if (problem === undefined) return resolve()
      link.remove()
      reject(new LoadFailure('style', `${nameOf(url)} ${problem}`))
    }
    const timer = setTimeout(settle, styleMs, 'did not apply in time')
    link.onload = () => settle()
    link.onerror = () => settle('was rejected by the browser')
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
  let onStall: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const beat = () => {
    clearTimeout(timer)
    timer = setTimeout(() => onStall(), withinMs)
  }
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    beat,
    guard(work) {
      return new Promise((resolve, reject) => {
        beat()
        onStall = () => reject(new LoadFailure('stall', `files or evaluation did not end for ${withinMs} ms`))
        signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: ending.signal })
        work.then(resolve, reject)
      })
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

type Mounting = Pick<LoadParts, 'hostOf'> & { report: Pick<Report, 'violation'> }

/**
 * Checks what a container exposes, and connects it to the shell. Its calls stay checked: they run the remote's own code
 * as long as the page is open.
 *
 * @throws LoadFailure  'door', with what is wrong
 */
export async function mountModule(
  exposed: unknown,
  { app, release, pathname }: Pick<LoadRequest, 'app' | 'release' | 'pathname'>,
  { hostOf, report }: Mounting,
): Promise<MountedRemote> {
  if (!isRemoteModule(exposed)) throw new LoadFailure('door', `what ${app} exposes is no remote module`)
  if (`remote-${exposed.name}` !== app)
    throw new LoadFailure('door', `the module names itself ${exposed.name.slice(0, 40)}`)
  const module = checkedModule(exposed, what => report.violation(app, release, what))
  if (!routeOf(module, pathname)) throw new LoadFailure('door', 'the module has no such route, though its manifest has')
  await inPhase('evaluate', async () => module.connect(hostOf(app)))
  return { app, release, module }
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

/** @param report  called with a violation */
function checkedModule(module: RemoteModule, report: (what: string) => void): RemoteModule {
  const { name, contract, routes } = module
  return {
    name,
    contract,
    routes,
    connect: host => module.connect(host),
    async preload(path, language) {
      const loading: unknown = module.preload(path, language)
      if (typeof loading !== 'object' || loading === null || !('then' in loading))
        throw new LoadFailure('door', 'its preload returns no promise')
      const missing: unknown = await loading
      return typeof missing === 'string' ? missing.slice(0, longestText) : undefined
    },
    title(path) {
      try {
        const title: unknown = module.title(path)
        if (title === undefined || (typeof title === 'string' && title.length <= longestText)) return title
        report(`its title is ${typeof title === 'string' ? 'endless' : `no text but ${typeof title}`}`)
      } catch (thrown) {
        report(`its title threw ${reasonOf(thrown)}`)
      }
      return undefined
    },
    start() {
      const stop: unknown = reportingErrors(() => module.start())
      return () => void (typeof stop === 'function' && reportingErrors(() => stop() as unknown))
    },
  }
}

/** Nothing waits for what `start` or its end returns: what they throw is reported as any error of the page. */
function reportingErrors(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    reportError(thrown)
    return undefined
  }
}
