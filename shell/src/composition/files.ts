import { buildReleaseFolder, buildReleaseKey, type LiveVersion } from '@adcoin/contract'
import { matchPath } from '@adcoin/router'
import type { FailurePhase } from './fallback.ts'
import { describeThrown } from './report.ts'
import { toScriptAddress } from '../script-address.ts'

/** Why one release could not be used. The message is for operators: short, English, without personal data. */
export class LoadFailure extends Error {
  readonly phase: FailurePhase

  constructor(phase: FailurePhase, message: string) {
    super(message)
    this.phase = phase
  }
}

/** `phase`: the phase of its failure. */
export type RequiredFile = { url: string; phase: FailurePhase; integrity: string | undefined }
type FilesRequest = { app: string; release: string; pathname: string; language: keyof LiveVersion['locales'] }

/** Larger files are rejected. */
const mostBytes = 2 * 1024 * 1024
/** A style sheet is in the cache by then: one that takes longer to apply counts as broken. */
const styleMs = 1_500
const arrivedUrls = new Set<string>()
/** Hashes of scripts, by address. As the page has them before any remote runs. */
const mapped = readImportMap(document)
/** The browser itself compares what the import map names. */
const comparesMapped = canCompareScripts()

/** The hashes of scripts in the page's import map, by address. */
function readImportMap(page: Document): Readonly<Record<string, string>> {
  try {
    const text = page.querySelector('script[type=importmap]')?.textContent ?? ''
    return (JSON.parse(text) as { integrity?: Record<string, string> }).integrity ?? {}
  } catch {
    return {}
  }
}

/**
 * Whether this browser verifies scripts by the hashes of an import map. Chromium 127, Firefox 138 and Safari 18 do; no
 * older version has both of these features.
 */
export function canCompareScripts(): boolean {
  return 'try' in Promise && 'captureStackTrace' in Error
}

/** The files that a path needs. */
export function listFiles(
  { app, release, pathname, language }: FilesRequest,
  version: LiveVersion,
): readonly RequiredFile[] {
  const file = (phase: FailurePhase) => (path: string) => {
    const url = `${buildReleaseFolder(app, release)}/${path}`
    return { url, phase, integrity: mapped[url] ?? version.integrity[path] }
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
  if (!integrity && phase !== 'locale') throw new LoadFailure('integrity', `the hash of ${shortenUrl(url)} is unknown`)
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
    // Same credentials as the page's preload of texts, so that the browser reuses its request.
    const credentials = phase === 'locale' ? 'same-origin' : 'omit'
    const answer = await fetch(url, { credentials, redirect: 'error', signal })
    beat()
    if (!answer.ok) throw new LoadFailure(phase, `${answer.status} for ${shortenUrl(url)}`)
    const reader = answer.body?.getReader()
    let bytes = 0
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      beat()
      bytes += part.value.length
      if (bytes <= mostBytes) continue
      void reader?.cancel()
      throw new LoadFailure(phase, `${shortenUrl(url)} is larger than ${mostBytes} bytes`)
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof LoadFailure) throw thrown
    throw new LoadFailure(phase, `${shortenUrl(url)} did not arrive: ${describeThrown(thrown)}`)
  }
}

const verified = new Map<string, Promise<unknown>>()
/** Scripts under evaluation. `import()` rejects with the same error: it ends a load and is no error of the page. */
const running = new Set<string>()
// Registered before the shell's other listeners: on a window their order counts, not `capture`.
addEventListener('error', event => running.has(event.filename) && event.stopImmediatePropagation())

/**
 * Imports a script of a release; nothing else imports remotes' code. The browser verifies it by the page's import map
 * or, if that lacks it, by the hash of a script element: every `import()` then gets the module of that element. A
 * preload link verifies nothing (docs/decisions/scripts-compared-by-the-browser.md).
 *
 * @throws LoadFailure  'integrity' if it did not arrive, or its bytes differ from the published ones
 */
export async function importScript(url: string, integrity: string | undefined): Promise<unknown> {
  await verifyScript(url, integrity)
  return (await import(/* webpackIgnore: true */ url)) as unknown
}

/** Verifies once per page: browsers remember a script that failed. */
function verifyScript(url: string, integrity: string | undefined): Promise<unknown> | undefined {
  if (mapped[url] && comparesMapped) return undefined
  const verification = verified.get(url) ?? runScript(url, mapped[url] ?? integrity)
  verified.set(url, verification)
  return verification
}

async function runScript(url: string, integrity: string | undefined): Promise<void> {
  if (!integrity) throw new LoadFailure('integrity', `the hash of ${shortenUrl(url)} is unknown`)
  const script = Object.assign(document.createElement('script'), { type: 'module', integrity })
  const { href } = new URL(url, location.href)
  running.add(href)
  try {
    await appendElement(script, { src: toScriptAddress(url) ?? url })
  } catch {
    throw new LoadFailure('integrity', `${shortenUrl(url)} differs from the published file`)
  } finally {
    script.remove()
    setTimeout(() => running.delete(href))
  }
}

/** Adds an element to the page. @throws if the browser rejects its file */
function appendElement(element: HTMLElement, attributes: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    Object.assign(element, { ...attributes, onload: resolve, onerror: reject })
    document.head.append(element)
  })
}

/** Fetches files again in the background, past every cache, so that the next visit gets the published bytes. */
export function refetch(files: readonly RequiredFile[]): void {
  for (const { url } of files) fetch(url, { credentials: 'omit', cache: 'reload' }).catch(() => undefined)
}

/** Adds the style sheets of a release once, and waits until they apply. @throws LoadFailure */
export async function addSheets(release: string, files: readonly RequiredFile[]): Promise<void> {
  const known = findSheets(`="${release}"`).map(link => link.getAttribute('href'))
  const missing = files.filter(({ phase, url }) => phase === 'style' && !known.includes(url))
  await Promise.all(missing.map(({ url, integrity = '' }) => addSheet(release, url, integrity)))
}

async function addSheet(release: string, url: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  link.dataset['release'] = release
  const late = new Promise((_, reject) => setTimeout(reject, styleMs))
  try {
    await Promise.race([appendElement(link, { rel: 'stylesheet', integrity, href: url }), late])
  } catch {
    link.remove()
    throw new LoadFailure('style', `${shortenUrl(url)} was rejected by the browser, or did not apply in time`)
  }
}

/** Removes the style sheets of an app's other releases. */
export function removeOtherSheets(app: string, release: string): void {
  for (const link of findSheets(`^="${app}/"`))
    if (link.dataset['release'] !== buildReleaseKey(app, release)) link.remove()
}

function findSheets(ofRelease: string): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[data-release${ofRelease}]`)]
}

function shortenUrl(url: string): string {
  return url.split('/').slice(-2).join('/')
}

export type StallWatch = ReturnType<typeof watchStall>

/** One timer for a whole load. Its signal aborts the load's requests when the load stalls or is aborted. */
export function watchStall({ signal, withinMs }: { signal: AbortSignal; withinMs: number }) {
  const ending = new AbortController()
  const ended = AbortSignal.any([signal, ending.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    const stalled = new LoadFailure('stall', `no data arrived for ${withinMs} ms`)
    timer = setTimeout(() => ending.abort(stalled), withinMs)
  }
  return {
    signal: ended,
    /** Call when data of any file arrived: restarts the timer. */
    beat() {
      if (timer === undefined) return
      clearTimeout(timer)
      start()
    },
    /** @throws LoadFailure  'stall' if the work does not end and no data arrives within the limit */
    async waitFor<Result>(work: () => Promise<Result>): Promise<Result> {
      ended.throwIfAborted()
      start()
      const aborted = new Promise<never>((_, reject) => ended.addEventListener('abort', () => reject(ended.reason)))
      return await Promise.race([work(), aborted])
    },
    stop() {
      clearTimeout(timer)
      ending.abort()
    },
  }
}

/** For a promise that is awaited later and may reject before. */
export function ignoreRejection<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}
