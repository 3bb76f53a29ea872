import { buildReleaseFolder, type LiveVersion } from '@adcoin/contract'
import { matchPath } from '@adcoin/router'
import type { FailurePhase } from './fallback.ts'
import { findMappedHash, verifyScript } from './import-script.ts'
import { LoadFailure, describeFile } from './load-failure.ts'
import { describeThrown } from './report.ts'
import type { StallWatch } from './stall-watch.ts'

/** `phase`: the phase of its failure. */
export type RequiredFile = { url: string; phase: FailurePhase; integrity: string | undefined }
type FilesRequest = { app: string; release: string; pathname: string; language: keyof LiveVersion['locales'] }

/** Larger files are rejected. */
const mostBytes = 2 * 1024 * 1024
const arrivedUrls = new Set<string>()
/** The mode of the page's links, `import()` and style sheets: Firefox caches answers of another mode apart from theirs. */
const credentials = 'same-origin'

/** The files that a path needs. */
export function listFiles(
  { app, release, pathname, language }: FilesRequest,
  version: LiveVersion,
): readonly RequiredFile[] {
  const file = (phase: FailurePhase) => (path: string) => {
    const url = `${buildReleaseFolder(app, release)}/${path}`
    return { url, phase, integrity: findMappedHash(url) ?? version.integrity[path] }
  }
  const locale = version.locales[language]
  return [
    file('entry')(version.entry),
    ...version.styles.map(file('style')),
    ...pickForRoute(version.preload, pathname).map(file('preload')),
    ...(locale ? [file('locale')(locale)] : []),
  ]
}

export function pickForRoute(table: Readonly<Record<string, readonly string[]>>, pathname: string): readonly string[] {
  const route = Object.keys(table).find(pattern => matchPath({ path: pattern, end: true }, pathname))
  return route === undefined ? [] : (table[route] ?? [])
}

/** Fetches a file into the browser's cache, and verifies the bytes of a script. @throws LoadFailure */
export async function loadFile({ url, phase, integrity }: RequiredFile, watch: StallWatch): Promise<void> {
  if (arrivedUrls.has(url)) return
  if (!integrity && phase !== 'locale')
    throw new LoadFailure('integrity', `the hash of ${describeFile(url)} is unknown`)
  const entries = performance.getEntriesByName(new URL(url, location.href).href) as PerformanceResourceTiming[]
  // A link of the page may have fetched it completely.
  if (!entries.some(({ responseStatus }) => responseStatus === 200)) await download(url, phase, watch)
  // The browser verifies style sheets when they are added; the remote verifies texts when it reads them.
  const isScript = phase === 'entry' || phase === 'preload'
  if (isScript) await verifyScript(url, integrity)
  arrivedUrls.add(url)
}

/**
 * Downloads before the import: browsers remember a failed `import()` of a URL for the life of the page. Each chunk of
 * the answer restarts the stall timer.
 */
async function download(url: string, phase: FailurePhase, { beat, signal }: StallWatch): Promise<void> {
  try {
    const answer = await fetch(url, { credentials, redirect: 'error', signal })
    beat()
    if (!answer.ok) throw new LoadFailure(phase, `${answer.status} for ${describeFile(url)}`)
    const reader = answer.body?.getReader()
    let bytes = 0
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      beat()
      bytes += part.value.length
      if (bytes <= mostBytes) continue
      void reader?.cancel()
      throw new LoadFailure(phase, `${describeFile(url)} is larger than ${mostBytes} bytes`)
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof LoadFailure) throw thrown
    throw new LoadFailure(phase, `${describeFile(url)} did not arrive: ${describeThrown(thrown)}`)
  }
}

/** Fetches files again in the background, past every cache, so that the next visit gets the published bytes. */
export function refetch(files: readonly RequiredFile[]): void {
  for (const { url } of files) fetch(url, { credentials, cache: 'reload' }).catch(() => undefined)
}
