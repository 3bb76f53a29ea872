import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A route as it is written in the remote's sources, with the module that its page is imported from. */
export type WrittenRoute = { path: string; request: string; pageModule: string }

/** Absolute path of the remote module: the only module that a remote exposes. */
export function getRemoteModulePath(folder: string): string {
  return join(folder, 'src', 'remote.tsx')
}

/**
 * Reads `path: '/money' … import('./balance/balance-page.tsx')` pairs out of `src/remote.tsx` and `src/routes.tsx`.
 * Literals are required, because machines read a manifest before any code runs.
 *
 * @param folder  absolute path of the workspace
 */
export function readWrittenRoutes(folder: string): readonly WrittenRoute[] {
  return ['remote.tsx', 'routes.tsx', 'routes.ts'].flatMap(name => {
    const file = join(folder, 'src', name)
    return existsSync(file) ? parseRoutes(readFileSync(file, 'utf8'), file) : []
  })
}

function parseRoutes(source: string, file: string): readonly WrittenRoute[] {
  const marks = [
    ...source.matchAll(
      /\bpath:\s*(['"])(?<path>\/[^'"]*)\1|\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?(['"])(?<request>\.[^'"]+)\3\s*\)/g,
    ),
  ]
  return marks.flatMap((mark, index) => {
    const path = mark.groups?.['path']
    const request = marks[index + 1]?.groups?.['request']
    return path && request ? [{ path, request, pageModule: resolve(dirname(file), request) }] : []
  })
}
