import { releaseKey } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { reasonOf } from '../reports.ts'
import { checkDoor } from './door-check.ts'
import { guardedDoor } from './guarded-door.ts'
import type { Federation } from './federation.ts'
import { LoadFailure } from './load-failure.ts'
import type { LoadRequest, MountedRemote } from './release.ts'

type Parts = {
  federation: Federation
  hostOf: (app: string) => Host
  /** Told as a release's code begins to run for the first time; call what it gives when it has. */
  evaluating: (key: string) => () => void
  /** What a release did that no door may. */
  onMisdeed: (key: string, what: string) => void
}

/** Evaluates each release once in this page, whether a click or a prefetch asked for it first. */
export function createEvaluation(parts: Parts): (request: LoadRequest) => Promise<MountedRemote> {
  const known = new Map<string, Promise<MountedRemote>>()
  return request => {
    const key = releaseKey(request.app, request.release.id)
    const remote = known.get(key) ?? evaluate(key, request, parts)
    known.set(key, remote)
    remote.catch(() => known.delete(key))
    return remote
  }
}

async function evaluate(key: string, { app, release, pathname }: LoadRequest, parts: Parts): Promise<MountedRemote> {
  if (!release.container) throw new LoadFailure('door', 'the registry names no container')
  const evaluated = parts.evaluating(key)
  try {
    const exposed = await parts.federation.importDoor(`${release.path}/${release.entry}`, app)
    const door = guardedDoor(checkDoor(exposed, app, pathname), what => parts.onMisdeed(key, what))
    door.connect(parts.hostOf(app))
    return { app, release: release.id, version: release.version, door }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) throw thrown
    const reason = reasonOf(thrown)
    // Module Federation says this where a shared module of the page does not satisfy the remote, or the container lacks
    // the door.
    throw new LoadFailure(
      /does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason) ? 'door' : 'evaluate',
      reason,
    )
  } finally {
    evaluated()
  }
}
