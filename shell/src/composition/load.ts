import { buildReleaseFolder, buildReleaseKey, type ApiCode, type LiveVersion } from '@adcoin/contract'
import { isRemoteModule, type Host, type RemoteModule } from '@adcoin/remote'
import type { FailurePhase } from './fallback.ts'
import { listFiles, loadFile, pickForRoute, refetch } from './files.ts'
import { importScript } from './import-script.ts'
import type { LiveReleases } from './live.ts'
import { LoadFailure, SharedFailure } from './load-failure.ts'
import { describeThrown, isMissingScript, type Report } from './report.ts'
import type { ShareScope } from './share-scope.ts'
import { createShared } from './shared.ts'
import { watchStall } from './stall-watch.ts'
import { addSheets } from './style-sheets.ts'

/** A path of an area in a language. */
export type AreaPage = { app: string; pathname: string; language: ApiCode }
/** One release of the area's remote. `withinMs`: longest time without data. */
export type LoadRequest = AreaPage & { release: string; signal: AbortSignal; withinMs: number }

/** A loaded release of a remote that passed every check. */
export type MountedRemote = { readonly app: string; readonly release: string; readonly module: RemoteModule }

export type LoadParts = {
  live: Pick<LiveReleases, 'version'>
  report: Pick<Report, 'failure'>
  /** The shell's API for a remote. */
  createHost: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared: () => Promise<unknown>
}

/** The exports of every Module Federation container. */
type Container = {
  init: (shareScope: ShareScope, initScope: readonly object[]) => unknown
  get: (exposed: string) => Promise<() => unknown>
}

/** @throws LoadFailure, or SharedFailure if a file of the shell that the page needs did not arrive */
export type LoadRelease = (request: LoadRequest) => Promise<MountedRemote>

/** Loads releases, each container once in this page. `fallback.ts` decides which release is next. */
export function createLoad({ live, report, createHost, prepareShared }: LoadParts): LoadRelease {
  const versions = new Map<string, LiveVersion>()
  const shared = createShared(prepareShared, importChunk)
  const opened = new Map<string, Promise<RemoteModule>>()

  return async function loadRelease(request) {
    const { app, release, pathname, language, signal } = request
    const version = live.version(app, release)
    if (!version?.container) throw new LoadFailure('door', 'the files of the release are unknown')
    const key = buildReleaseKey(app, release)
    versions.set(key, version)
    const files = listFiles(request, version)
    const watch = watchStall(request)
    // 1. Start to load every file that the page needs, also those of the shell.
    const groups = ignoreRejection(Promise.all(pickForRoute(version.groups, pathname).map(shared.loadGroup)))
    const loadPhase = (phase: FailurePhase) =>
      ignoreRejection(Promise.all(files.filter(file => file.phase === phase).map(file => loadFile(file, watch))))
    const [entry, page, styles] = [loadPhase('entry'), loadPhase('preload'), loadPhase('style'), loadPhase('locale')]
    const applied = ignoreRejection(styles.then(() => (signal.aborted ? undefined : addSheets(key, files))))
    // 2. Run the verified entry, which returns the remote module.
    const opening = ignoreRejection(entry.then(() => openOnce(request, version)))
    // 3. Wait for the texts and code of this page, and until its style sheets apply.
    const finish = async () => {
      const [module] = await Promise.all([opening, page])
      const missing = await runInPhase('preload', async () => module.preload(pathname, language))
      await applied
      signal.throwIfAborted()
      if (missing !== undefined) report.failure({ app, pathname, release }, 'locale', missing)
      return { app, release, module }
    }
    try {
      // Not under the stall timer: these are files of the shell and have another limit.
      await groups
      return await watch.waitFor(finish)
    } catch (thrown) {
      if (thrown instanceof LoadFailure && ['integrity', 'style'].includes(thrown.phase)) refetch(files)
      throw thrown
    } finally {
      watch.stop()
    }
  }

  /** Shares one container between a click and a prefetch. */
  function openOnce({ app, release }: LoadRequest, { entry }: LiveVersion): Promise<RemoteModule> {
    const key = buildReleaseKey(app, release)
    const importEntry = () => importChunk(`${location.origin}${buildReleaseFolder(app, release)}/${entry}`)
    const module = opened.get(key) ?? openContainer(app, importEntry, shared.scopeOf(app), createHost(app))
    opened.set(key, module)
    module.catch(() => opened.delete(key))
    return module
  }

  /** Imports a script of a release that this page has begun to load, also lazily, long after it was live. */
  function importChunk(address: string): Promise<unknown> {
    const { pathname } = new URL(address)
    const [, , app = '', release = '', ...path] = pathname.split('/')
    return importScript(pathname, versions.get(buildReleaseKey(app, release))?.integrity[path.join('/')])
  }
}

/** For a promise that is awaited later and may reject before. */
function ignoreRejection<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

async function openContainer(
  app: string,
  importEntry: () => Promise<unknown>,
  scope: ShareScope,
  host: Host,
): Promise<RemoteModule> {
  const { init, get } = (await runInPhase('evaluate', importEntry)) as Partial<Container>
  // WebKit returns an empty module if the evaluation threw.
  if (!init || !get) throw new LoadFailure('evaluate', 'its entry is not a container')
  await runInPhase('door', async () => init(scope, []))
  const exposed = await runInPhase('evaluate', async () => (await get('./door'))() as { default?: unknown })
  const module = checkModule(exposed.default, app)
  await runInPhase('evaluate', async () => module.connect(host))
  return module
}

/** Runs code of the remote. @throws LoadFailure with the phase in which it failed */
async function runInPhase<Result>(phase: FailurePhase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof LoadFailure || thrown instanceof SharedFailure) throw thrown
    const reason = describeThrown(thrown)
    // It has arrived by then: the browser rejects it.
    if (isMissingScript(reason)) throw new LoadFailure('integrity', reason)
    // The federation throws these if a shared module does not satisfy the remote, or the container lacks the module.
    const isModuleFailure = /does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason)
    throw new LoadFailure(isModuleFailure ? 'door' : phase, reason, thrown)
  }
}

/** @throws LoadFailure  'door' if the exposed value is not a remote module */
export function checkModule(exposed: unknown, app: string): RemoteModule {
  if (isRemoteModule(exposed)) return exposed
  throw new LoadFailure('door', `the exposed module of ${app} is not a remote module`)
}
