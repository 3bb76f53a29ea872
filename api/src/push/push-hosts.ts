/** The push services of browsers: of Chrome, of Firefox, of Safari and of Edge. `*.`: any name below. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether the service may call this address: a person chooses it, so only known push services at their usual port, and
 * the operator's own ones (`host` or `host:port`).
 */
export function isPushService(endpoint: string, ownHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  if (isOwnPushService(url, ownHosts)) return true
  return url.port === '' && knownHosts.some(known => isHost(url.hostname, known))
}

export function isOwnPushService({ host }: URL, ownHosts: readonly string[]): boolean {
  return ownHosts.includes(host)
}

function isHost(name: string, known: string): boolean {
  return known.startsWith('*.') ? name.endsWith(known.slice(1)) : name === known
}
