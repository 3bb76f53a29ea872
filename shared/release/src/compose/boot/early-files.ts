import { browserKey, browserPattern, canaryGroupOf, plainPath } from '@adcoin/contract'
import { save, saved } from './browser-storage.ts'
import { isReleasePath, type Canary, type Live, type PageBlock, type PageRoute } from './page-block.ts'

/** The shell's guard decides by these. */
export type BootPaths = {
  readonly open: readonly string[]
  readonly always: readonly string[]
  readonly home: string
  readonly landing: string
  /** The source of the pattern of a token; nothing is read with anything else. */
  readonly token: string
}

export type Link = {
  readonly rel: string
  readonly href: string
  readonly integrity?: string
  readonly as?: 'style' | 'fetch'
}

export type EarlyFiles = {
  /** In the order in which they should be requested. */
  readonly links: readonly Link[]
  /** Addresses of the API that this screen reads first. */
  readonly reads: readonly string[]
}

/** The path of the screen that the guard will show. The shell decides; this guess only starts the right files early. */
export function expectedPath(paths: BootPaths, address: string, hasToken: boolean): string {
  const path = plainPath(address)
  const isIn = (list: readonly string[]) => list.some(one => plainPath(one) === path)
  const isOpen = isIn(paths.open)
  const isShown = isIn(paths.always) || (hasToken ? !isOpen && path !== '/' : isOpen)
  if (!isShown) return hasToken ? paths.home : paths.landing
  return [...paths.open, ...paths.always].find(one => plainPath(one) === path) || address
}

/** Lists the files of the releases that own this path, and the shell's. */
export function earlyFiles(block: PageBlock, path: string, language: string, hasToken: boolean): EarlyFiles {
  let groups: readonly string[] = hasToken ? ['data'] : []
  let reads: readonly string[] = []
  let shared: Live['preload'] = {}
  let shell = ''
  const rest: Link[] = []
  block.each(({ active: usual, canary, routes }, app) => {
    const candidate =
      canary && isReleasePath(canary.release.path) && isInCanary(app, canary) ? canary.release : undefined
    const active = candidate || usual
    const route = (routes || []).find(one => fits(one.path, path))
    const isShell = app === 'shell'
    if ((!route && !isShell) || !isReleasePath(active.path)) return
    const folder = active.path + '/'
    if (isShell) {
      shared = active.preload
      shell = folder
    }
    if (route) {
      const needs: PageRoute = candidate
        ? { path, groups: candidate.groups?.[route.path] || [], preload: candidate.preload?.[route.path] || [] }
        : route
      groups = groups.concat(needs.groups || [])
      reads = (route.reads || []).filter(one => /^\/app\//.test(one))
      for (const file of [active.entry].concat(needs.preload || []))
        rest.push({ rel: 'modulepreload', href: folder + file })
    }
    const words = active.locales[language]
    // A remote's language file is data; the remote compares it with the hash in its entry.
    if (words)
      rest.push(
        isShell
          ? { rel: 'modulepreload', href: folder + words }
          : { rel: 'preload', href: folder + words, as: 'fetch' },
      )
    // The loader adds the style sheet when it mounts; this only starts the download.
    if (!isShell)
      for (const style of active.styles)
        rest.push({ rel: 'preload', href: folder + style, integrity: active.integrity[style] || '', as: 'style' })
  })
  // The shell's own files first, because they are large, and HTTP/1.1 loads six files at a time.
  const files = new Set(groups.flatMap(group => shared?.[group] || []))
  return { links: [...[...files].map(file => ({ rel: 'modulepreload', href: shell + file })), ...rest], reads }
}

function fits(route: string, path: string): boolean {
  const want = route.split('/')
  const have = path.split('/')
  return want.length === have.length && want.every((part, at) => (part[0] === ':' ? have[at] : part === have[at]))
}

/** A browser that stores no number would change groups at each load: it takes part in no canary. */
function isInCanary(app: string, canary: Canary): boolean {
  let browser = saved(browserKey)
  if (!browserPattern.test(browser)) {
    const bytes = [...crypto.getRandomValues(new Uint8Array(8))]
    browser = bytes.map(byte => (byte + 256).toString(16).slice(1)).join('')
    if (!save(browserKey, browser)) return false
  }
  return canaryGroupOf(browser, app, canary) === 'canary'
}
