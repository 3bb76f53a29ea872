import { layout } from '../store/store.ts'
import { workerPath } from './worker.ts'

/** The meaning of an address. `path` of a release file is its path in the store. */
export type Requested =
  | { kind: 'page' }
  | { kind: 'live' }
  | { kind: 'registry' }
  | { kind: 'published'; app?: string; id?: string }
  | { kind: 'health' }
  | { kind: 'worker' }
  | { kind: 'service' }
  | { kind: 'release'; app: string; id: string; path: string }
  | { kind: 'moved'; to: string }
  | { kind: 'lost' }
  | { kind: 'nothing' }

/** Address of a release file: app, id, path in the release. */
const releaseFile =
  /^\/releases\/(shell|remote-[a-z][a-z0-9-]{1,30})\/([0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}-[0-9a-f]{8,16})\/([A-Za-z0-9_][A-Za-z0-9_.@/-]{0,200})$/

const publishedRelease =
  /^\/published\/(remote-[a-z][a-z0-9-]{1,30})\/([0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}-[0-9a-f]{8,16})\.json$/

/**
 * Reads the path of a request, still encoded. An address with an encoded slash, a dot segment, a backslash, a control
 * character or a broken escape is rejected: such a path is never cleaned up and then served. An address of no other
 * part of the site is `lost` (`/money%00`, `/task/%2e%2e%2fmoney`, `/home.php`): a person who goes there gets the page,
 * always the same one, which shows "Page not found" in its frame.
 *
 * @param servicePaths  prefixes for the service, each with a slash at both ends: `/app/` (but not `/appLogin`)
 */
export function readAddress(path: string, servicePaths: readonly string[]): Requested {
  const once = path.replace(/^\/{2,}/, '/')
  // `//money`: one slash too many in a link. The answer stays on this host, because it begins with exactly one slash.
  if (once !== path)
    return readAddress(once, servicePaths).kind === 'page' ? { kind: 'moved', to: once } : { kind: 'nothing' }
  if (!isPlain(path)) return { kind: isLostPage(path, servicePaths) ? 'lost' : 'nothing' }
  if (servicePaths.some(prefix => path.startsWith(prefix))) return { kind: 'service' }
  if (path === '/live.json') return { kind: 'live' }
  if (path === '/registry.json') return { kind: 'registry' }
  if (path === '/published.json') return { kind: 'published' }
  if (path.startsWith('/published/')) {
    const [, app, id] = publishedRelease.exec(path) ?? []
    return app && id ? { kind: 'published', app, id } : { kind: 'nothing' }
  }
  if (path === '/healthz') return { kind: 'health' }
  if (path === workerPath) return { kind: 'worker' }
  if (path === '/releases' || path.startsWith('/releases/')) {
    const [, app, id, file] = releaseFile.exec(path) ?? []
    return app && id && file && !/\.(br|gz|sig)$/.test(file)
      ? { kind: 'release', app, id, path: `${layout.release(app, id)}/${file}` }
      : { kind: 'nothing' }
  }
  // An address whose last part looks like a file is one that is not there; a page has no ending.
  return { kind: /\.[A-Za-z0-9]+$/.test(path) ? 'lost' : 'page' }
}

/** Forbidden in an address: an encoded slash, backslash, dot or control character. */
const crooked = /%(2f|5c|2e|00|0a|0d)/i

/** No other part of the site: what is left can only have been meant for a screen. */
function isLostPage(path: string, servicePaths: readonly string[]): boolean {
  return path.startsWith('/') && !['/releases/', '/published/', ...servicePaths].some(other => path.startsWith(other))
}

function isPlain(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2_000) return false
  if (crooked.test(path) || /[\\\u0000-\u0020\u007f]/.test(path)) return false
  if (path.split('/').some(part => part === '.' || part === '..')) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
