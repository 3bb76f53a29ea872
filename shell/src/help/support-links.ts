import { formatSupportReference } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { normalisePath, isPublic } from '../paths.ts'

/**
 * What support would have to ask for first: the withdrawal or task in the address, else the person themselves by their
 * public id. No typed text, and no other part of the address.
 */
export function findSupportReference(pathname: string, search: string, userId: string | undefined): string | undefined {
  const id = /^[A-Za-z0-9_-]{1,64}$/.exec(new URLSearchParams(search).get('id') ?? '')?.[0]
  if (normalisePath(pathname) === '/withdraw' && id) return formatSupportReference('WD', id)
  return /^\/task\/([A-Za-z0-9_-]{1,64})$/.exec(pathname)?.[1] ?? (userId || undefined)
}

/** The link with the first line of the message: WhatsApp and Telegram both take it as `text`. */
export function addMessage(link: string, text: string): string {
  const url = new URL(link)
  url.searchParams.set('text', text)
  return url.href
}

/** A mail to support with the message as its subject. */
export function buildMail(address: string, text: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(text)}`
}

export type LinkLists = { ws: readonly string[]; tg: readonly string[] }
export type PickedLinks = { whatsapp: string | undefined; telegram: string | undefined }

const hosts = { ws: ['wa.me', 'api.whatsapp.com'], tg: ['t.me'] } as const

/** The source of the links. Source: specification.md 1, rulings.md R2. */
export type LinkSource = { from: 'settings' } | { from: 'public'; inviterId: string | undefined }

/**
 * The public endpoint on the landing, login and register pages and wherever there is no token, with the saved inviter
 * on register; the user's settings elsewhere.
 */
export function chooseLinkSource(pathname: string, hasToken: boolean, inviter: string | null): LinkSource {
  if (hasToken && !isPublic(pathname)) return { from: 'settings' }
  const isRegister = normalisePath(pathname) === normalisePath(appPaths.register)
  return { from: 'public', inviterId: isRegister ? (inviter ?? undefined) : undefined }
}

/**
 * One link of each list, by chance; what does not lead to WhatsApp or Telegram is dropped first. Source: bad-inputs.md
 * 4.6, row 117.
 */
export function pickLinks(lists: LinkLists, random: () => number = Math.random): PickedLinks {
  return {
    whatsapp: pickRandom(filterSafeLinks(lists.ws, hosts.ws), random),
    telegram: pickRandom(filterSafeLinks(lists.tg, hosts.tg), random),
  }
}

function filterSafeLinks(links: readonly string[], names: readonly string[]): string[] {
  return links.flatMap(link => {
    const url = URL.parse(link.trim())
    const isSafe =
      url?.protocol === 'https:' &&
      names.includes(url.hostname) &&
      url.username === '' &&
      url.password === '' &&
      url.port === ''
    return isSafe ? [url.href] : []
  })
}

function pickRandom(links: readonly string[], random: () => number): string | undefined {
  return links[Math.min(Math.floor(random() * links.length), links.length - 1)]
}
