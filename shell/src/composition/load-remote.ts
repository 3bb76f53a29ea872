import type { ApiCode, RegistryRelease } from '@adcoin/contract'
import type { Host } from '@adcoin/remote'
import { matchPath } from '@adcoin/router'
import type { MountedRemote } from './composition.ts'
import { checkDoor } from './door-check.ts'
import { download, entryCap, fileCap, stallMs, type Download } from './download.ts'
import type { Federation } from './federation.ts'
import { LoadFailure, reasonOf, type FailurePhase } from './load-failure.ts'
import type { SharedGroups } from './shared-groups.ts'
import { addStyles } from './styles.ts'

export type LoadRequest = {
  app: string
  release: RegistryRelease
  pathname: string
  language: ApiCode
  signal: AbortSignal
}

export type LoadParts = {
  federation: Federation
  groups: SharedGroups
  hostOf: (app: string) => Host
  /** Told as a release's code begins to run for the first time; call what it gives when it has. */
  evaluating: (key: string) => () => void
  /** Releases that are in this page, or being evaluated: once each, whoever asks (a click while it is being prefetched). */
  known: Map<string, Promise<MountedRemote>>
  /** Files that arrived whole in this page: they are in the browser's cache and are not asked for again. */
  verified: Set<string>
  /** The release works, but its texts did not arrive: English is shown until they do. Reported, not fatal. */
  onLocaleFailure: (reason: string) => void
}

/** `remote-wallet/1.0.0-0a1b2c3d4e5f`. */
export function releaseKey(app: string, id: string): string {
  return `${app}/${id}`
}

/**
 * One release of one remote, from nothing to ready: fetch and check every file, styles, evaluate, check the door,
 * connect it, preload the page. Tries nothing else: who falls back to what is decided elsewhere.
 *
 * @throws LoadFailure    with phase and reason
 * @throws SharedFailure  a file of the shell that the page needs did not arrive
 */
export async function loadRelease(request: LoadRequest, parts: LoadParts): Promise<MountedRemote> {
  const key = releaseKey(request.app, request.release.id)
  const shared = Promise.all(groupsOf(request).map(parts.groups.load))
  shared.catch(() => undefined)
  const alive = watch(request.signal)
  try {
    await alive.guard(downloadAll(request, parts, alive), 'stall', 'nothing arrived')
    request.signal.throwIfAborted()
    const styles = addStyles(
      key,
      request.release.styles.map(path => ({ url: urlOf(request, path), integrity: request.release.integrity[path] })),
    )
    const [remote] = await Promise.all([
      alive.guard(evaluated(key, request, parts), 'stall', 'evaluation did not end'),
      styles,
    ])
    // Not under the stall timer: these are files of the shell, with a limit of their own.
    await shared
    request.signal.throwIfAborted()
    const missing = await alive.guard(preload(remote, request), 'stall', 'the page did not get ready')
    if (missing !== undefined) parts.onLocaleFailure(missing)
    return remote
  } finally {
    alive.stop()
  }
}

/** The files that a path needs, with what a failure of each counts as. */
export function filesOf({
  release,
  pathname,
  language,
}: Pick<LoadRequest, 'release' | 'pathname' | 'language'>): readonly {
  path: string
  kind: Download['kind']
  phase: FailurePhase
  capBytes: number
}[] {
  const chunks = ofRoute(release.preload, pathname)
  const locale = release.locales[language]
  return [
    { path: release.entry, kind: 'script' as const, phase: 'entry' as const, capBytes: entryCap },
    ...release.styles.map(path => ({ path, kind: 'style' as const, phase: 'style' as const, capBytes: fileCap })),
    ...chunks.map(path => ({ path, kind: 'script' as const, phase: 'preload' as const, capBytes: fileCap })),
    // Releases of before 2026-11-22 have their languages as scripts, which are checked like any other.
    ...(locale
      ? [
          {
            path: locale,
            kind: locale.endsWith('.js') ? ('script' as const) : ('data' as const),
            phase: 'locale' as const,
            capBytes: fileCap,
          },
        ]
      : []),
  ]
}

/** The groups of shared modules that the page at this path uses, beyond the core. */
function groupsOf({ release, pathname }: Pick<LoadRequest, 'release' | 'pathname'>): readonly string[] {
  return ofRoute(release.groups, pathname)
}

function ofRoute(table: Readonly<Record<string, readonly string[]>>, pathname: string): readonly string[] {
  const route = Object.keys(table).find(pattern => matchPath({ path: pattern, end: true }, pathname))
  return route === undefined ? [] : (table[route] ?? [])
}

async function downloadAll(request: LoadRequest, parts: LoadParts, alive: Watch): Promise<void> {
  const files = filesOf(request).filter(({ path }) => !parts.verified.has(urlOf(request, path)))
  await Promise.all(
    files.map(async ({ path, ...file }) => {
      const url = urlOf(request, path)
      try {
        await download({
          ...file,
          url,
          integrity: request.release.integrity[path],
          signal: alive.signal,
          onProgress: alive.beat,
        })
        parts.verified.add(url)
      } catch (thrown) {
        // Texts are only brought here, beside the code; the remote reads them, with the hash in its entry, and says what is wrong.
        if (file.kind !== 'data' || !(thrown instanceof LoadFailure)) throw thrown
      }
    }),
  )
}

function evaluated(key: string, request: LoadRequest, parts: LoadParts): Promise<MountedRemote> {
  const known = parts.known.get(key)
  if (known) return known
  const evaluating = evaluate(request, parts)
  parts.known.set(key, evaluating)
  evaluating.catch(() => parts.known.delete(key))
  return evaluating
}

async function evaluate({ app, release, pathname }: LoadRequest, parts: LoadParts): Promise<MountedRemote> {
  if (!release.container) throw new LoadFailure('door', 'the registry names no container')
  const evaluated = parts.evaluating(releaseKey(app, release.id))
  try {
    const door = checkDoor(await parts.federation.importDoor(`${release.path}/${release.entry}`), app, pathname)
    door.connect(parts.hostOf(app))
    return { app, release: release.id, version: release.version, door }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) throw thrown
    const reason = reasonOf(thrown)
    // Module Federation says this where a shared module of the page does not satisfy the remote, or the container lacks the door.
    throw new LoadFailure(
      /does not satisfy|does not exist in container|\[ Federation Runtime \]/.test(reason) ? 'door' : 'evaluate',
      reason,
    )
  } finally {
    evaluated()
  }
}

/** @returns why the words of the language are not there */
async function preload(remote: MountedRemote, { pathname, language }: LoadRequest): Promise<string | undefined> {
  try {
    const missing: unknown = await remote.door.preload(pathname, language)
    return typeof missing === 'string' ? missing : undefined
  } catch (thrown) {
    throw new LoadFailure('preload', reasonOf(thrown))
  }
}

function urlOf({ release }: LoadRequest, path: string): string {
  return `${release.path}/${path}`
}

type Watch = {
  signal: AbortSignal
  beat: () => void
  guard: <Result>(work: Promise<Result>, phase: FailurePhase, why: string) => Promise<Result>
  stop: () => void
}

/** One stall timer for the whole load: any sign of life of any file starts it anew. */
function watch(outer: AbortSignal): Watch {
  const ending = new AbortController()
  let onStall: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const beat = () => {
    clearTimeout(timer)
    timer = setTimeout(() => onStall?.(), stallMs)
  }
  return {
    signal: AbortSignal.any([outer, ending.signal]),
    beat,
    guard(work, phase, why) {
      return new Promise((resolve, reject) => {
        beat()
        onStall = () => reject(new LoadFailure(phase, `${why} for ${stallMs} ms`))
        outer.addEventListener('abort', () => reject(outer.reason), { signal: ending.signal })
        work.then(resolve, reject)
      })
    },
    stop() {
      clearTimeout(timer)
      ending.abort()
    },
  }
}
