import { parseLink } from '@adcoin/contract'
import type { SocialPlatform } from './use-bound-accounts.ts'

/** The host of a link that is not of this platform; undefined for one that is, and for what is no link. */
export function findOtherHost(link: string, platform: SocialPlatform | undefined): string | undefined {
  const host = hostOf(link)
  return host === undefined || !platform || isOf(platform, host) ? undefined : host
}

/** The platform of a link. */
export function findPlatform(link: string, platforms: readonly SocialPlatform[]): SocialPlatform | undefined {
  const host = hostOf(link)
  return host === undefined ? undefined : platforms.find(platform => isOf(platform, host))
}

function hostOf(link: string): string | undefined {
  const parsed = parseLink(link.trim())
  return parsed && new URL(parsed).hostname.replace(/^www\./, '')
}

const isOf = ({ hosts }: SocialPlatform, host: string): boolean =>
  hosts.some(own => host === own || host.endsWith(`.${own}`))
