import { appPaths } from '@adcoin/remote'
import { isPublic, plainPath } from '../paths.ts'

export type LinkLists = { ws: readonly string[]; tg: readonly string[] }
export type PickedLinks = { whatsapp: string | undefined; telegram: string | undefined }

const hosts = { ws: ['wa.me', 'api.whatsapp.com'], tg: ['t.me'] } as const

/** The source of the links. Source: specification.md 1, rulings.md R2. */
export type LinkSource = { from: 'settings' } | { from: 'public'; inviterId: string | undefined }

/**
 * The public endpoint on the landing, login and register pages and wherever there is no token, with the saved inviter
 * on register; the user's settings elsewhere.
 */
export function linkSource(pathname: string, hasToken: boolean, inviter: string | null): LinkSource {
  if (hasToken && !isPublic(pathname)) return { from: 'settings' }
  const isRegister = plainPath(pathname) === plainPath(appPaths.register)
  return { from: 'public', inviterId: isRegister ? (inviter ?? undefined) : undefined }
}

/**
 * One link of each list, by chance; what does not lead to WhatsApp or Telegram is dropped first. Source: bad-inputs.md
 * 4.6, row 117.
 */
export function pickLinks(lists: LinkLists, random: () => number = Math.random): PickedLinks {
  return {
    whatsapp: pick(safeLinks(lists.ws, hosts.ws), random),
    telegram: pick(safeLinks(lists.tg, hosts.tg), random),
  }
}

function safeLinks(links: readonly string[], names: readonly string[]): string[] {
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

function pick(links: readonly string[], random: () => number): string | undefined {
  return links[Math.min(Math.floor(random() * links.length), links.length - 1)]
}
