import { findProfileName } from '@adcoin/contract'
import { isOnPlatform, platforms, type PlatformRow } from './platforms.ts'

/**
 * The profile in a link, as the platform's example writes it: without query, fragment, double slashes or other names of
 * the host. Undefined for posts and for redirectors (`vm.tiktok.com/…`), which could lead to any profile.
 */
export function findProfile(
  link: string,
  { hosts, example }: PlatformRow,
): { readonly name: string; readonly link: string } | undefined {
  const url = URL.parse(link)
  if (!url || !hosts.includes(siteHost(url)) || shorteners.has(siteHost(url))) return undefined
  url.pathname = url.pathname.replaceAll(/\/{2,}/g, '/')
  const base = example.replace(/[^/@]*$/, '')
  const number = url.pathname === '/profile.php' ? url.searchParams.get('id') : null
  if (number !== null)
    return /^\d{1,30}$/.test(number) ? { name: number, link: `${base}profile.php?id=${number}` } : undefined
  const name = findProfileName(url.href, example)
  return name === undefined || /\.(php|html?)$/.test(name) ? undefined : { name, link: base + encodeURIComponent(name) }
}

/** Hosts of platforms that lead only to posts, or elsewhere. */
const shorteners = new Set(['youtu.be', 'fb.watch'])
const siteHost = ({ hostname }: URL) =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^(www|m|mobile|web)\./, '')

/** Where each platform has the id of a post: in the path, or in the query. The person's name before it may be any. */
const postIds: Readonly<
  Record<(typeof platforms)[number]['code'], { readonly path: RegExp; readonly query?: string[] }>
> = {
  instagram: { path: /\/(?:p|reel|reels|tv)\/([\w-]+)/ },
  tiktok: { path: /\/(?:video|photo|v)\/(\d+)/ },
  youtube: { path: /\/(?:shorts|live|embed|v)\/([\w-]+)/, query: ['v'] },
  facebook: { path: /\/(?:posts|videos|reel|permalink)\/(?:[^/]+\/)*(\w+)\/?$/, query: ['v', 'story_fbid', 'fbid'] },
  twitter: { path: /\/status(?:es)?\/(\d+)/ },
  threads: { path: /\/post\/([\w-]+)/ },
}
const tracking = /^(utm_\w+|fbclid|gclid|igshid?|si|ref|_r|_t)$/

/**
 * One text for all spellings of a link to one post: `tiktok 730` for each address of that video. A redirector stays an
 * address of its own, because no link of people is opened.
 */
export function normaliseLink(link: string): string {
  const url = new URL(link)
  const platform = platforms.find(({ hosts }) => isOnPlatform(link, hosts))
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  const path = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  if (!platform) return siteHost(url) + path + url.search
  const { path: inPath, query = [] } = postIds[platform.code]
  const [inQuery] = query.flatMap(name => url.searchParams.get(name) ?? [])
  const short = siteHost(url) === 'youtu.be' ? path.slice(1) : undefined
  const id = inQuery ?? inPath.exec(path)?.[1] ?? short
  return id === undefined ? siteHost(url) + path : `${platform.code} ${id}`
}
