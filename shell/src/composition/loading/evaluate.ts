import { releaseKey } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import type { LateGuards } from '../guards/late-guards.ts'
import type { Quarantine } from '../releases/quarantine.ts'
import { reasonOf, type Reports } from '../reports.ts'
import { checkModule, guardedModule } from './entry-check.ts'
import type { Federation } from './federation.ts'
import { LoadFailure, type LoadRequest, type MountedRemote } from './release.ts'

export type EvaluationParts = {
  federation: Federation
  hostOf: (app: string) => Host
  quarantine: Pick<Quarantine, 'begin'>
  guards: Pick<LateGuards, 'prepare' | 'evaluated'>
  reports: Pick<Reports, 'violation'>
}

/** Evaluates each release once in this page, whether a click or a prefetch asked for it first. */
export function createEvaluation(parts: EvaluationParts): (request: LoadRequest) => Promise<MountedRemote> {
  const known = new Map<string, Promise<MountedRemote>>()
  return request => {
    const key = releaseKey(request.app, request.release.id)
    const remote = known.get(key) ?? evaluate(key, request, parts)
    known.set(key, remote)
    remote.catch(() => known.delete(key))
    return remote
  }
}

async function evaluate(
  key: string,
  { app, release, pathname }: LoadRequest,
  parts: EvaluationParts,
): Promise<MountedRemote> {
  if (!release.container) throw new LoadFailure('door', 'the registry names no container')
  await parts.guards.prepare()
  const end = parts.quarantine.begin(key)
  try {
    const exposed = await parts.federation.importModule(`${release.path}/${release.entry}`, app)
    const module = guardedModule(checkModule(exposed, app, pathname), what => parts.reports.violation(key, what))
    module.connect(parts.hostOf(app))
    return { app, release: release.id, version: release.version, module }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) throw thrown
    const reason = reasonOf(thrown)
    // Module Federation throws this if a shared module of the page does not satisfy the remote, or the container lacks
    // the entry.
    throw new LoadFailure(
      /does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason) ? 'door' : 'evaluate',
      reason,
    )
  } finally {
    end()
    parts.guards.evaluated()
  }
}
