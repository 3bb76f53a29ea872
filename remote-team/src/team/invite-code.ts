/** In groups of three, as people read a code aloud: `482 913`. */
export function spaced(code: string): string {
  return code.replace(/(.{3})(?=.)/g, '$1 ')
}

/** The address that a friend opens; nothing where the service gave no address of its own kind. */
export function inviteLink(shareUrl: string, code: string): string | undefined {
  const url = URL.parse(shareUrl)
  if (!url || !/^https?:$/.test(url.protocol) || code === '') return undefined
  url.searchParams.set('invite_code', code)
  return url.href
}
