import type { Live, LiveApp } from '@adcoin/contract'

/** A stored text; '' where it is missing or storage is blocked. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) || ''
  } catch {
    return ''
  }
}

/**
 * The object of a JSON text, or an empty one. Every field of it may be of any type. What is around it does not count.
 */
export function parseObject<T extends object>(text = ''): Partial<T> {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Partial<T>
  } catch {
    return {}
  }
}

/** The text of a data block in the page. */
export function readBlock<T extends object>(selector: string): Partial<T> {
  return parseObject<T>(document.querySelector(selector)?.textContent || '')
}

/**
 * Calls `visit` for each app that the page names, as in `Live` of the contract, but unchecked. An unreadable app is
 * skipped; the shell reports it.
 */
export function visitApps(visit: (app: LiveApp, name: string) => void): void {
  for (const [name, app] of Object.entries(readBlock<Live>('#live').apps || {}))
    try {
      visit(app, name)
    } catch {
      // The shell reports it.
    }
}

/** The folder of a release on this origin, with a slash at its end; '' where that cannot be one. */
export function findReleaseFolder(app: string, id: unknown): string {
  const folder = `/releases/${app}/${id}/`
  return /^\/releases\/[\w-]+\/\d[\w.-]+\/$/.test(folder) ? folder : ''
}
