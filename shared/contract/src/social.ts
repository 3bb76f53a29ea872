import { parseLink } from './fields.ts'

/** First parts of addresses that lead to a post, a page or a search, and not to a profile by its name. */
const noNames =
  /^(profile\.php|people|share|sharer|groups|pages|p|reel|reels|tv|watch|stories|story\.php|explore|channel|c|i|home|search|hashtag|login|in)$/

/**
 * The profile name in an address of a platform, found by the example: with `https://www.tiktok.com/@username`, it is
 * `ana` of `https://www.tiktok.com/@Ana/video/1`; undefined if the address has none.
 */
export function findProfileName(link: string, example: string): string | undefined {
  const before = URL.parse(example)?.pathname.replace(/[^/@]*$/, '')
  const path = URL.parse(link)?.pathname
  if (before === undefined || path === undefined || !path.startsWith(before)) return undefined
  const [part = ''] = path.slice(before.length).split('/')
  const name = decodePart(part).toLowerCase()
  return /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name) && !noNames.test(name) ? name : undefined
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether two spellings name one profile: with or without @, whatever the case. */
export function isSameName(left: string, right: string): boolean {
  const normaliseName = (name: string) => name.normalize('NFKC').trim().replace(/^@+/, '').toLowerCase()
  return normaliseName(left) === normaliseName(right)
}

/** A profile's name as typed or pasted, a whole address too: without the @, and without a dot at its end. */
export function parseSocialName(text: string): string {
  const path =
    URL.parse(parseLink(text.trim()) ?? '')
      ?.pathname.split('/')
      .filter(Boolean) ?? []
  const name = path.find(part => part.startsWith('@')) ?? path.at(-1) ?? text
  return name
    .trim()
    .replace(/^@+/, '')
    .replace(/[.\s]+$/, '')
}
