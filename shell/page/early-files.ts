import {
  alwaysPaths,
  browserKey,
  browserPattern,
  canaryGroupOf,
  plainPath,
  publicPaths,
  startPaths,
  type LiveCanary,
} from '@adcoin/contract'
import { eachApp, folderOf, saved } from './block.ts'
import type { Link } from './links.ts'

/**
 * Files in the order in which they should be requested, and addresses of the API that the screen reads first.
 * `isElsewhere`: the page only names the remote of the path.
 */
type EarlyFiles = { readonly links: readonly Link[]; readonly reads: readonly string[]; readonly isElsewhere: boolean }

/** The path of the screen that the guard will show. The shell decides; this guess starts the right files early. */
export function expectedPath(address: string, hasToken: boolean): string {
  const find = (list: readonly string[]) => list.find(one => plainPath(one) === plainPath(address))
  const open = find(publicPaths)
  if (hasToken && (open || plainPath(address) === '/')) return startPaths.home
  return find(alwaysPaths) || open || (hasToken ? address : startPaths.landing)
}

/** Lists the files of the releases that own this path, and the shell's, as far as the page describes them. */
export function earlyFiles(path: string, language: string, hasToken: boolean): EarlyFiles {
  let groups: readonly string[] = hasToken ? ['data'] : []
  let reads: readonly string[] = []
  let sharedFiles = (_group: string): readonly string[] => []
  let isElsewhere = false
  const rest: Link[] = []
  eachApp(({ active, canary, versions, routes }, app) => {
    const route = (routes || []).find(one => fits(one.path, path))
    const isShell = app === 'shell'
    const id = canary && versions[canary.release] && isInCanary(app, canary) ? canary.release : active
    const folder = folderOf(app, id)
    const version = versions[id]
    if (route && !version) isElsewhere = true
    if (!folder || !version || (!route && !isShell)) return
    const at = (file: string) => folder + file
    if (isShell) sharedFiles = group => (version.preload?.[group] || []).map(at)
    if (route) {
      groups = groups.concat(version.groups?.[route.path] || [])
      reads = (route.reads || []).filter(one => /^\/app\//.test(one))
      for (const file of [version.entry].concat(version.preload?.[route.path] || []))
        rest.push({ rel: 'modulepreload', href: at(file) })
    }
    const words = (version.locales as Record<string, string>)[language]
    // A remote's language file is data; the remote compares it with the hash in its entry.
    if (words)
      rest.push({ href: at(words), ...(isShell ? { rel: 'modulepreload' } : { rel: 'preload', as: 'fetch' as const }) })
    // The loader adds the style sheet when it mounts; this only starts the download.
    if (!isShell)
      for (const style of version.styles)
        rest.push({ rel: 'preload', href: at(style), integrity: version.integrity[style], as: 'style' })
  })
  // The shell's own files first, because they are large, and HTTP/1.1 loads six files at a time.
  const files = [...new Set(groups.flatMap(sharedFiles))].map(href => ({ rel: 'modulepreload', href }))
  return { links: [...files, ...rest], reads, isElsewhere }
}

function fits(route: string, path: string): boolean {
  const want = route.split('/')
  const have = path.split('/')
  return want.length === have.length && want.every((part, at) => (part[0] === ':' ? have[at] : part === have[at]))
}

/** A browser that stores no number would change groups at each load: it takes part in no canary. */
function isInCanary(app: string, canary: LiveCanary): boolean {
  if (!browserPattern.test(saved(browserKey))) {
    const bytes = [...crypto.getRandomValues(new Uint8Array(8))]
    try {
      localStorage.setItem(browserKey, bytes.map(byte => (byte + 256).toString(16).slice(1)).join(''))
    } catch {
      return false
    }
  }
  return canaryGroupOf(saved(browserKey), app, canary) === 'canary'
}
