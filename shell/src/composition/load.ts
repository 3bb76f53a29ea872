import { releaseFolder, releaseKey, type ApiCode, type LiveVersion } from '@adcoin/contract'
import { isRemoteModule, type Host, type RemoteModule } from '@adcoin/remote'
import { matchPath } from '@adcoin/router'
import type { FailurePhase } from './fallback.ts'
import {
  addSheets,
  bringFile,
  checkedBy,
  filesOf,
  importScript,
  LoadFailure,
  ofRoute,
  quiet,
  refetch,
  watchStall,
} from './files.ts'
import type { LiveReleases } from './live.ts'
import { reasonOf, type Report } from './report.ts'
import { createShared, SharedFailure, type ShareScope } from './shared.ts'

/** One release of one remote, wanted at a path in a language. `withinMs`: longest time without data. */
export type LoadRequest = {
  app: string
  release: string
  pathname: string
  language: ApiCode
  signal: AbortSignal
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

/** The exports of every Module Federation container. */
type Container = {
  init(shareScope: ShareScope, initScope: readonly object[]): unknown
  get(exposed: string): Promise<() => unknown>
}

/** @throws LoadFailure, or SharedFailure where a file of the shell that the page needs did not arrive */
export type LoadRelease = (request: LoadRequest) => Promise<MountedRemote>

/** Loads releases, each container once in this page. It tries no other release: `fallback.ts` does. */
export function createLoad({ live, report, hostOf, prepareShared }: LoadParts): LoadRelease {
  const versions = new Map<string, LiveVersion>()
  const shared = createShared(prepareShared, importChunk)
  const opened = new Map<string, Promise<RemoteModule>>()

  return async function loadRelease(request) {
    const { app, release, pathname, language, signal } = request
    const version = live.version(app, release)
    if (!version?.container) throw new LoadFailure('door', 'it is not known how it is loaded')
    versions.set(releaseKey(app, release), version)
    const files = filesOf(request, version, live.inImportMap)
    const watch = watchStall(request)
    try {
      // 1. Every file that the page needs is on its way, those of the shell too.
      const groups = quiet(Promise.all(ofRoute(version.groups, pathname).map(shared.loadGroup)))
      const bring = (phase: FailurePhase) =>
        quiet(Promise.all(files.filter(file => file.phase === phase).map(file => bringFile(file, watch))))
      const [entry, page, styles] = [bring('entry'), bring('preload'), bring('style'), bring('locale')]
      const dressed = quiet(styles.then(() => (signal.aborted ? undefined : addSheets(app, release, files))))
      // 2. The entry runs once its bytes are known to be the published ones, and gives the remote module.
      await watch.guard(entry)
      const module = await watch.guard(openOnce(request, version))
      await watch.guard(page)
      // 3. Not under the stall timer: these are files of the shell, with a limit of their own.
      await groups
      // 4. The texts and the code of this page; the style sheets apply.
      const missing = await watch.guard(inPhase('preload', async () => module.preload(pathname, language)))
      await watch.guard(dressed)
      signal.throwIfAborted()
      if (missing !== undefined) report.failure({ app, pathname, release }, 'locale', missing)
      return { app, release, module }
    } catch (thrown) {
      if (thrown instanceof LoadFailure && ['integrity', 'style'].includes(thrown.phase)) refetch(files)
      throw thrown
    } finally {
      watch.stop()
    }
  }

  /** Whether a click or a prefetch asked for it first. */
  function openOnce(request: LoadRequest, { entry }: LiveVersion): Promise<RemoteModule> {
    const { app, release } = request
    const key = releaseKey(app, release)
    const importEntry = () => importChunk(`${location.origin}${releaseFolder(app, release)}/${entry}`)
    const module = opened.get(key) ?? openContainer(request, importEntry, shared.scopeOf(app), hostOf(app))
    opened.set(key, module)
    module.catch(() => opened.delete(key))
    return module
  }

  /** Imports a script of a release that this page has begun to load: also lazily, long after it was live. */
  function importChunk(address: string): Promise<unknown> {
    const { pathname } = new URL(address)
    const [, , app = '', release = '', ...path] = pathname.split('/')
    const integrity = versions.get(releaseKey(app, release))?.integrity[path.join('/')]
    return importScript(checkedBy(pathname, live.inImportMap(pathname), integrity))
  }
}

async function openContainer(
  { app, pathname }: LoadRequest,
  importEntry: () => Promise<unknown>,
  scope: ShareScope,
  host: Host,
): Promise<RemoteModule> {
  const container = (await inPhase('evaluate', importEntry)) as Partial<Container>
  // WebKit gives an empty module where evaluation threw.
  if (!isContainer(container)) throw new LoadFailure('evaluate', 'its entry is no container')
  await inPhase('door', async () => container.init(scope, []))
  const exposed = await inPhase('evaluate', async () => (await container.get('./door'))() as { default?: unknown })
  const module = checkModule(exposed.default, app, pathname)
  await inPhase('evaluate', async () => module.connect(host))
  return module
}

function isContainer(module: Partial<Container>): module is Container {
  return typeof module.init === 'function' && typeof module.get === 'function'
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

/** @throws LoadFailure  'door', with what is wrong about what a container exposes */
export function checkModule(exposed: unknown, app: string, pathname: string): RemoteModule {
  if (!isRemoteModule(exposed)) throw new LoadFailure('door', `what ${app} exposes is no remote module`)
  if (`remote-${exposed.name}` !== app)
    throw new LoadFailure('door', `the module names itself ${exposed.name.slice(0, 40)}`)
  if (!exposed.routes.some(({ path }) => path !== undefined && matchPath({ path, end: true }, pathname)))
    throw new LoadFailure('door', 'the module has no such route, though its manifest has')
  return exposed
}
