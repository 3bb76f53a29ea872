import { appendElement } from './append-element.ts'
import { LoadFailure, describeFile } from './load-failure.ts'
import { toScriptAddress } from '../script-address.ts'

/** Hashes of scripts, by address. As the page has them before any remote runs. */
const mapped = readImportMap(document)
/** The browser itself compares what the import map names. */
const comparesMapped = canCompareScripts()
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
export function verifyScript(url: string, integrity: string | undefined): Promise<unknown> | undefined {
  if (mapped[url] && comparesMapped) return undefined
  const verification = verified.get(url) ?? runScript(url, mapped[url] ?? integrity)
  verified.set(url, verification)
  return verification
}

async function runScript(url: string, integrity: string | undefined): Promise<void> {
  if (!integrity) throw new LoadFailure('integrity', `the hash of ${describeFile(url)} is unknown`)
  const script = Object.assign(document.createElement('script'), { type: 'module', integrity })
  const { href } = new URL(url, location.href)
  running.add(href)
  try {
    await appendElement(script, { src: toScriptAddress(url) ?? url })
  } catch {
    throw new LoadFailure('integrity', `${describeFile(url)} differs from the published file`)
  } finally {
    script.remove()
    setTimeout(() => running.delete(href))
  }
}

/**
 * Whether this browser verifies scripts by the hashes of an import map. Chromium 127, Firefox 138 and Safari 18 do; no
 * older version has both of these features.
 */
export function canCompareScripts(): boolean {
  return 'try' in Promise && 'captureStackTrace' in Error
}

/** The hash of a script in the page's import map; undefined if the map lacks it. */
export function findMappedHash(url: string): string | undefined {
  return mapped[url]
}

/** The hashes of scripts in the page's import map, by address. */
function readImportMap(page: Document): Readonly<Record<string, string>> {
  try {
    const text = page.querySelector('script[type=importmap]')?.textContent ?? ''
    return (JSON.parse(text) as { integrity?: Record<string, string> }).integrity ?? {}
  } catch {
    return {}
  }
}
