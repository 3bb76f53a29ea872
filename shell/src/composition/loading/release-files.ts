import { matchPath } from '@adcoin/router'
import type { FailurePhase } from '../reports.ts'
import { download, entryCap, fileCap, type Download } from './download.ts'
import type { LoadRequest } from './release.ts'
import type { StallWatch } from './stall-watch.ts'

type Wanted = Pick<LoadRequest, 'release' | 'pathname' | 'language'>
type ReleaseFile = { path: string; kind: Download['kind']; phase: FailurePhase; capBytes: number }
/** `trusted`: it arrived, and its bytes are compared by the browser as it is used. `doubtful`: that did not go well. */
type Standing = 'trusted' | 'doubtful' | 'checked'

export type ReleaseFiles = {
  /** Brings every file of a release that a path needs; each promise waits for files of one kind. */
  bring: (wanted: Wanted, alive: StallWatch) => Record<'entry' | 'styles' | 'page', Promise<unknown>>
  /**
   * The browser refused something: from now on its files are checked here.
   *
   * @returns whether a cache held wrong bytes, and now holds the published ones, so that another try may succeed
   * @throws LoadFailure  where bytes are not the published ones
   */
  doubt: (wanted: Wanted, alive: StallWatch) => Promise<boolean>
}

/**
 * Files that arrived whole in this page are not asked for again, those that the page has fetched ahead not once: the
 * browser compares scripts with the import map (`isInImportMap`), and styles with the hash at their element.
 */
export function createReleaseFiles(isInImportMap: (url: string) => boolean): ReleaseFiles {
  const known = new Map<string, Standing>()

  async function bring({ path, ...file }: ReleaseFile, { release }: Wanted, alive: StallWatch): Promise<boolean> {
    const url = urlOf(release, path)
    const integrity = release.integrity[path]
    const trust = known.get(url)
    if (trust === 'trusted' || trust === 'checked') return false
    const isTrusted = integrity !== undefined && trust === undefined && (file.kind === 'style' || isInImportMap(url))
    // Of data nothing is checked here: the remote reads it, with the hash in its entry.
    const isHere = (isTrusted || file.kind === 'data') && hasArrived(url)
    const isRefetched =
      !isHere && (await download({ ...file, url, integrity, isTrusted, signal: alive.signal, onProgress: alive.beat }))
    known.set(url, isTrusted ? 'trusted' : 'checked')
    return isRefetched
  }

  return {
    bring(wanted, alive) {
      const files = filesOf(wanted).map(file => ({ ...file, arrival: bring(file, wanted, alive) }))
      // Each is awaited when it is needed; it may have failed by then. Language files are only preloaded here: the
      // remote reports their failures.
      for (const { arrival } of files) arrival.catch(() => undefined)
      const all = (phase: FailurePhase) =>
        Promise.all(files.filter(file => file.phase === phase).map(({ arrival }) => arrival))
      return { entry: all('entry'), styles: all('style'), page: all('preload') }
    },
    async doubt(wanted, alive) {
      const trusted = filesOf(wanted).filter(({ path }) => known.get(urlOf(wanted.release, path)) === 'trusted')
      for (const { path } of trusted) known.set(urlOf(wanted.release, path), 'doubtful')
      return (await Promise.all(trusted.map(file => bring(file, wanted, alive)))).includes(true)
    },
  }
}

/** Whether the page has brought it whole before, by a link of its boot script. */
function hasArrived(url: string): boolean {
  const entries = performance.getEntriesByName(new URL(url, location.href).href) as PerformanceResourceTiming[]
  return entries.some(({ responseStatus }) => responseStatus === 200)
}

export function urlOf(release: Wanted['release'], path: string): string {
  return `${release.path}/${path}`
}

/** The groups of shared modules that the page at this path uses, beyond the core. */
export function groupsOf({ release, pathname }: Wanted): readonly string[] {
  return ofRoute(release.groups, pathname)
}

/** The files that a path needs, with what a failure of each counts as. */
function filesOf({ release, pathname, language }: Wanted): readonly ReleaseFile[] {
  const locale = release.locales[language]
  return [
    { path: release.entry, kind: 'script', phase: 'entry', capBytes: entryCap },
    ...release.styles.map((path): ReleaseFile => ({ path, kind: 'style', phase: 'style', capBytes: fileCap })),
    ...ofRoute(release.preload, pathname).map((path): ReleaseFile => ({
      path,
      kind: 'script',
      phase: 'preload',
      capBytes: fileCap,
    })),
    ...(locale ? [{ path: locale, kind: 'data', phase: 'locale', capBytes: fileCap } as const] : []),
  ]
}

function ofRoute(table: Readonly<Record<string, readonly string[]>>, pathname: string): readonly string[] {
  const route = Object.keys(table).find(pattern => matchPath({ path: pattern, end: true }, pathname))
  return route === undefined ? [] : (table[route] ?? [])
}
