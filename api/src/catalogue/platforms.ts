/** Two spellings of one name: without @, spaces and case. */
export function normaliseUsername(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060]/g, '')
    .replace(/^@/, '')
    .toLowerCase()
}

/** As the person wrote it, without what would turn the text around it. */
export function cleanUsername(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
}

/**
 * The platforms for posts. A link belongs to a platform when its host is one of `hosts` or ends in `.` and one of them.
 */
export type PlatformRow = {
  readonly code: string
  readonly name: string
  readonly hosts: readonly string[]
  readonly example: string
}

export const platforms = [
  { code: 'instagram', name: 'Instagram', hosts: ['instagram.com'], example: 'https://www.instagram.com/username' },
  { code: 'tiktok', name: 'TikTok', hosts: ['tiktok.com'], example: 'https://www.tiktok.com/@username' },
  {
    code: 'youtube',
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be'],
    example: 'https://www.youtube.com/@username',
  },
  {
    code: 'facebook',
    name: 'Facebook',
    hosts: ['facebook.com', 'fb.watch'],
    example: 'https://www.facebook.com/username',
  },
  { code: 'twitter', name: 'X', hosts: ['x.com', 'twitter.com'], example: 'https://x.com/username' },
  {
    code: 'threads',
    name: 'Threads',
    hosts: ['threads.net', 'threads.com'],
    example: 'https://www.threads.net/@username',
  },
] as const satisfies readonly PlatformRow[]

/** Whether the link's own host, as a browser understands it, is the platform's: `tiktok.com.evil.com` is not. */
export function isOnPlatform(link: string, hosts: readonly string[]): boolean {
  const host = URL.parse(link)?.hostname.toLowerCase().replace(/\.$/, '')
  return host !== undefined && hosts.some(own => host === own || host.endsWith(`.${own}`))
}
