import {
  alwaysPaths,
  browserKey,
  browserPattern,
  assignCanaryGroup,
  normalisePath,
  publicPaths,
  startPaths,
  type LiveCanary,
  type LiveVersion,
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
  const findIn = (paths: readonly string[]) => paths.find(each => normalisePath(each) === normalisePath(address))
  const publicPath = findIn(publicPaths)
  if (hasToken && (publicPath || normalisePath(address) === '/')) return startPaths.home
  return findIn(alwaysPaths) || publicPath || (hasToken ? address : startPaths.landing)
}

/** Lists the files of the releases that own this path, and the shell's, as far as the page describes them. */
export function listEarlyFiles(path: string, language: string, hasToken: boolean): EarlyFiles {
  const groups = hasToken ? ['data'] : []
  const reads: string[] = []
  const links: PageLink[] = []
  /** The shell's own files first, because they are large, and HTTP/1.1 loads six files at a time. */
  let listGroupFiles = (_group: string): readonly string[] => []
  let isElsewhere = false
  visitApps((live, app) => {
    const { canary, versions } = live
    const id = canary && versions[canary.release] && isInCanary(app, canary) ? canary.release : live.active
    const version = versions[id]
    const folder = findReleaseFolder(app, id)
    const route = (live.routes || []).find(each => isOnRoute(each.path, path))
    if (route && !version) isElsewhere = true
    if (!folder || !version) return
    if (app === 'shell') {
      listGroupFiles = group => (version.preload?.[group] || []).map(file => folder + file)
      links.push(...listLanguageFile(version, folder, language, { rel: 'modulepreload' }))
    } else if (route) {
      groups.push(...(version.groups?.[route.path] || []))
      reads.push(...(route.reads || []).filter(read => /^\/app\//.test(read)))
      links.push(...listRemoteFiles(version, folder, route.path, language))
    }
  })
  const shared = [...new Set(groups.flatMap(group => listGroupFiles(group)))]
  return { links: [...shared.map(href => ({ rel: 'modulepreload', href })), ...links], reads, isElsewhere }
}

function listRemoteFiles(version: LiveVersion, folder: string, route: string, language: string): readonly PageLink[] {
  return [
    ...[version.entry, ...(version.preload?.[route] || [])].map(file => ({
      rel: 'modulepreload',
      href: folder + file,
    })),
    // It is data; the remote compares it with the hash in its entry.
    ...listLanguageFile(version, folder, language, { rel: 'preload', as: 'fetch' }),
    // The loader adds the style sheet when it mounts; this only starts the download.
    ...version.styles.map(style => {
      const integrity = version.integrity[style]
      return { rel: 'preload', href: folder + style, integrity, as: 'style' } as const
    }),
  ]
}

function listLanguageFile(
  version: LiveVersion,
  folder: string,
  language: string,
  link: Pick<PageLink, 'rel' | 'as'>,
): readonly PageLink[] {
  const file = (version.locales as Record<string, string>)[language]
  return file ? [{ ...link, href: folder + file }] : []
}

function isOnRoute(route: string, path: string): boolean {
  const pattern = route.split('/')
  const parts = path.split('/')
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part[0] === ':' ? parts[index] : part === parts[index]))
  )
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
