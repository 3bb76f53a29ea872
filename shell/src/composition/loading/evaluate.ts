import { isValidElement } from 'react'
import { isRemoteModule, type RemoteModule, type Host } from '@adcoin/remote'
import { matchPath, type RouteObject } from '@adcoin/router'
import { reasonOf, type Reports } from '../reports.ts'
import { LoadFailure, type LoadRequest, type MountedRemote } from './release.ts'
import { releaseKey } from '@adcoin/contract'
import type { Quarantine } from '../releases/quarantine.ts'
import type { Federation } from './federation.ts'

/** No title and no note of a remote is longer. */
const longestText = 300

/**
 * Whether what a container exposed is a module that may be mounted at this path.
 *
 * @throws LoadFailure  'door', with what is wrong
 */
function checkModule(exposed: unknown, app: string, pathname: string): RemoteModule {
  if (!isRemoteModule(exposed)) throw new LoadFailure('door', `what ${app} exposes is no remote module`)
  if (`remote-${exposed.name}` !== app)
    throw new LoadFailure('door', `the module names itself ${exposed.name.slice(0, 40)}`)
  const fits = exposed.routes.some(
    route => route.path !== undefined && matchPath({ path: route.path, end: true }, pathname),
  )
  if (!fits) throw new LoadFailure('door', 'the module has no such route, though its manifest has')
  return exposed
}

/**
 * An entry with every call caught and every answer checked: they run the remote's own code as long as the page is
 * open, and may fail later than at the first check.
 *
 * @param report  called with the violation, for the report
 */
function checkedModule(module: RemoteModule, report: (what: string) => void): RemoteModule {
  const { name, contract, routes } = module
  return {
    name,
    contract,
    routes,
    connect: host => module.connect(host),
    async preload(path, language) {
      const loading: unknown = module.preload(path, language)
      if (!isThenable(loading)) throw new LoadFailure('door', 'its preload gives no promise, so nobody knows its texts')
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

  /** Nothing waits for what `start` or its end gives: what they throw is reported as any error of the page. */
  function reportingErrors(work: () => unknown): unknown {
    try {
      return work()
    } catch (thrown) {
      reportError(thrown)
      return undefined
    }
  }
}

/** @throws LoadFailure  where the module has nothing to draw at a path that it lists */
export function checkScreen({ routes }: RemoteModule, pathname: string): void {
  const route = routes.find(each => matchPath({ path: each.path ?? '', end: true }, pathname))
  if (!route || !draws(route))
    throw new LoadFailure('door', 'nothing is to be drawn at its route, though its manifest has it')
}

function draws({ element, Component, children }: RouteObject): boolean {
  return isValidElement(element) || typeof Component === 'function' || Array.isArray(children)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

export type EvaluationParts = {
  federation: Federation
  hostOf: (app: string) => Host
  quarantine: Pick<Quarantine, 'begin'>
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
  const end = parts.quarantine.begin(key)
  try {
    const exposed = await parts.federation.importModule(`${release.path}/${release.entry}`, app)
    const module = checkedModule(checkModule(exposed, app, pathname), what => parts.reports.violation(key, what))
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
  }
}
