import { layout } from '../store/store.ts'
import { workerPath } from './worker.ts'

/** What an address asks for. `path` of a release file is its path in the store. */
export type Asked =
  | { kind: 'page' }
  | { kind: 'registry' }
  | { kind: 'health' }
  | { kind: 'worker' }
  | { kind: 'service' }
  | { kind: 'release'; app: string; id: string; path: string }
  | { kind: 'moved'; to: string }
  | { kind: 'nothing' }

const releaseFile =
  /^\/releases\/(shell|remote-[a-z][a-z0-9-]{1,30})\/([0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}-[0-9a-f]{8,16})\/([A-Za-z0-9_][A-Za-z0-9_.@/-]{0,200})$/

/**
 * Reads the path of a request as it came, still encoded. An address with an encoded slash, a dot segment, a backslash,
 * a control character or a broken escape asks for nothing: such a path is never cleaned up and then served.
 *
 * @param servicePaths  prefixes that go to the service, each with a slash at both ends: `/app/` (but not `/appLogin`)
 */
export function readAddress(path: string, servicePaths: readonly string[]): Asked {
  const once = path.replace(/^\/{2,}/, '/')
  // `//money`: one slash too many in a link. The answer stays on this host, because it begins with exactly one slash.
  if (once !== path)
    return readAddress(once, servicePaths).kind === 'page' ? { kind: 'moved', to: once } : { kind: 'nothing' }
  if (!isPlain(path)) return { kind: 'nothing' }
  if (servicePaths.some(prefix => path.startsWith(prefix))) return { kind: 'service' }
  if (path === '/registry.json') return { kind: 'registry' }
  if (path === '/healthz') return { kind: 'health' }
  if (path === workerPath) return { kind: 'worker' }
  if (path === '/releases' || path.startsWith('/releases/')) {
    const [, app, id, file] = releaseFile.exec(path) ?? []
    return app && id && file && !/\.(br|gz|sig)$/.test(file)
      ? { kind: 'release', app, id, path: `${layout.release(app, id)}/${file}` }
      : { kind: 'nothing' }
  }
  // An address whose last part looks like a file is one that is not there; a page has no ending.
  return /\.[A-Za-z0-9]+$/.test(path) ? { kind: 'nothing' } : { kind: 'page' }
}

function isPlain(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2_000) return false
  if (/%(2f|5c|2e|00|0a|0d)/i.test(path) || /[\\\u0000-\u0020\u007f]/.test(path)) return false
  if (path.split('/').some(part => part === '.' || part === '..')) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
