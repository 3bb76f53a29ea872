import {
  alwaysPaths,
  browserKey,
  browserPattern,
  assignCanaryGroup,
  normalisePath,
  publicPaths,
  startPaths,
  type LiveCanary,
} from '@adcoin/contract'
import { visitApps, findReleaseFolder, readStored } from './block.ts'
import type { PageLink } from './links.ts'

/**
 * Files in the order in which they should be requested, and addresses of the API that the screen reads first.
 * `isElsewhere`: the page only names the remote of the path.
 */
type EarlyFiles = {
  readonly links: readonly PageLink[]
  readonly reads: readonly string[]
  readonly isElsewhere: boolean
}

/** The path of the screen that the guard will show. The shell decides; this guess starts the right files early. */
export function predictPath(address: string, hasToken: boolean): string {
  const find = (list: readonly string[]) => list.find(one => normalisePath(one) === normalisePath(address))
  const open = find(publicPaths)
  if (hasToken && (open || normalisePath(address) === '/')) return startPaths.home
  return find(alwaysPaths) || open || (hasToken ? address : startPaths.landing)
}

/** Lists the files of the releases that own this path, and the shell's, as far as the page describes them. */
export function listEarlyFiles(path: string, language: string, hasToken: boolean): EarlyFiles {
  let groups: readonly string[] = hasToken ? ['data'] : []
  let reads: readonly string[] = []
  let sharedFiles = (_group: string): readonly string[] => []
  let isElsewhere = false
  const rest: PageLink[] = []
  visitApps(({ active, canary, versions, routes }, app) => {
    const route = (routes || []).find(candidate => isOnRoute(candidate.path, path))
    const isShell = app === 'shell'
    const id = canary && versions[canary.release] && isInCanary(app, canary) ? canary.release : active
    const folder = findReleaseFolder(app, id)
    const version = versions[id]
    if (route && !version) isElsewhere = true
    if (!folder || !version || (!route && !isShell)) return
    const toUrl = (file: string) => folder + file
    if (isShell) sharedFiles = group => (version.preload?.[group] || []).map(toUrl)
    if (route) {
      groups = groups.concat(version.groups?.[route.path] || [])
      reads = (route.reads || []).filter(read => /^\/app\//.test(read))
      for (const file of [version.entry].concat(version.preload?.[route.path] || []))
        rest.push({ rel: 'modulepreload', href: toUrl(file) })
    }
    const languageFile = (version.locales as Record<string, string>)[language]
    // A remote's language file is data; the remote compares it with the hash in its entry.
    if (languageFile)
      rest.push({
        href: toUrl(languageFile),
        ...(isShell ? { rel: 'modulepreload' } : { rel: 'preload', as: 'fetch' as const }),
      })
    // The loader adds the style sheet when it mounts; this only starts the download.
    if (!isShell)
      for (const style of version.styles)
        rest.push({ rel: 'preload', href: toUrl(style), integrity: version.integrity[style], as: 'style' })
  })
  // The shell's own files first, because they are large, and HTTP/1.1 loads six files at a time.
  const files = [...new Set(groups.flatMap(sharedFiles))].map(href => ({ rel: 'modulepreload', href }))
  return { links: [...files, ...rest], reads, isElsewhere }
}

function isOnRoute(route: string, path: string): boolean {
  const want = route.split('/')
  const have = path.split('/')
  return want.length === have.length && want.every((part, at) => (part[0] === ':' ? have[at] : part === have[at]))
}

/** A browser that stores no number would change groups at each load: it takes part in no canary. */
function isInCanary(app: string, canary: LiveCanary): boolean {
  if (!browserPattern.test(readStored(browserKey))) {
    const bytes = [...crypto.getRandomValues(new Uint8Array(8))]
    try {
      localStorage.setItem(browserKey, bytes.map(byte => (byte + 256).toString(16).slice(1)).join(''))
    } catch {
      return false
    }
  }
  return assignCanaryGroup(readStored(browserKey), app, canary) === 'canary'
}
