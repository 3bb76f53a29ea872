import { releaseKey } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { reasonOf, type FailurePhase } from '../reports.ts'
import { createEvaluation, type EvaluationParts, checkScreen } from './evaluate.ts'
import { startFederation } from './federation.ts'
import { createReleaseFiles, groupsOf, urlOf, type ReleaseFiles } from './release-files.ts'
import { LoadFailure, type LoadRequest, type MountedRemote } from './release.ts'
import { createSharedGroups } from './shared-groups.ts'
import { watchStall, type StallWatch } from './stall-watch.ts'
import { addStyles } from './styles.ts'

type Parts = {
  hostOf: (app: string) => Host
  /** The shell's own part of the shared modules that arrive later; awaited before a remote gets any of them. */
  prepareShared: () => Promise<unknown>
  /** Whether the browser itself refuses other bytes than the published ones of the script at this address. */
  isInImportMap: (url: string) => boolean
} & Pick<EvaluationParts, 'quarantine' | 'reports'>

export type LoadRelease = (request: LoadRequest) => Promise<MountedRemote>

/**
 * Brings one release of one remote from nothing to ready: fetch and check every file, styles, evaluate, check the
 * module, connect it, preload the page; each as soon as what it needs is there. Once more where a cache held wrong
 * bytes of it. It tries no other release: `areas/area-state.ts` decides what to fall back to.
 *
 * What it gives throws a LoadFailure with phase and reason, or a SharedFailure where a file of the shell that the page
 * needs did not arrive.
 */
export function createLoad({ prepareShared, isInImportMap, ...ofModule }: Parts): LoadRelease {
  const groups = createSharedGroups(prepareShared)
  const evaluated = createEvaluation({ federation: startFederation(groups), ...ofModule })
  const files = createReleaseFiles(isInImportMap)

  return async request => {
    const shared = Promise.all(groupsOf(request).map(groups.load))
    shared.catch(() => undefined)
    const alive = watchStall(request)
    const brought = files.bring(request, alive)
    const use = () => ready(request, { brought, shared, evaluated, alive })
    try {
      return await use()
    } catch (thrown) {
      // The browser reports neither why it rejected a file nor that its hash was wrong.
      const isRefused = thrown instanceof LoadFailure && refusals.includes(thrown.phase)
      const isRefetched =
        isRefused && (await alive.guard(files.doubt(request, alive), 'stall', 'a file could not be checked'))
      if (!isRefetched) throw thrown
      return await use()
    } finally {
      alive.stop()
    }
  }
}

const refusals: readonly FailurePhase[] = ['evaluate', 'preload', 'style']

type Ready = {
  brought: ReturnType<ReleaseFiles['bring']>
  shared: Promise<unknown>
  evaluated: (request: LoadRequest) => Promise<MountedRemote>
  alive: StallWatch
}

async function ready(request: LoadRequest, { brought, shared, evaluated, alive }: Ready): Promise<MountedRemote> {
  const { signal, onLocaleFailure } = request
  const dressed = brought.styles.then(() => addStylesOf(request))
  dressed.catch(() => undefined)
  const opened = brought.entry.then(() => signal.throwIfAborted()).then(() => evaluated(request))
  const [remote] = await alive.guard(Promise.all([opened, brought.page]), 'stall', 'files or evaluation did not end')
  checkScreen(remote.module, request.pathname)
  // Not under the stall timer: these are files of the shell, with a limit of their own.
  await shared
  signal.throwIfAborted()
  const last = Promise.all([preload(remote, request), dressed])
  const [missing] = await alive.guard(last, 'stall', 'the page did not get ready')
  if (missing !== undefined) onLocaleFailure(missing)
  return remote
}

function addStylesOf({ app, release, signal }: LoadRequest): Promise<void> {
  signal.throwIfAborted()
  return addStyles(
    releaseKey(app, release.id),
    release.styles.map(path => ({ url: urlOf(release, path), integrity: release.integrity[path] })),
  )
}

/** @returns why the words of the language are not there */
async function preload(remote: MountedRemote, { pathname, language }: LoadRequest): Promise<string | undefined> {
  try {
    return await remote.module.preload(pathname, language)
  } catch (thrown) {
    if (thrown instanceof LoadFailure) throw thrown
    throw new LoadFailure('preload', reasonOf(thrown), true)
  }
}
