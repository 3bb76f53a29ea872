/** `install`: an iPhone or iPad has push only in an app on its home screen. */
export type PushSupport = 'yes' | 'install' | 'no'

export function readPushSupport(): PushSupport {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) return 'yes'
  // An iPad calls itself a Mac, which has no touch screen.
  const isIos = /iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 1
  return isIos && /AppleWebKit/.test(navigator.userAgent) && !/Android|Chrome/.test(navigator.userAgent)
    ? 'install'
    : 'no'
}

/** The browser's subscription of this device; undefined where there is none. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  return (await (await findPushManager())?.getSubscription()) ?? undefined
}

/** Of the shell's worker, which shows the messages; undefined until it is registered. */
async function findPushManager(): Promise<PushManager | undefined> {
  // oxlint-disable-next-line no-restricted-properties -- Read only: the shell alone registers the worker.
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

/**
 * Subscribes this device with the deployment's key; one of an earlier key is replaced.
 *
 * @throws DOMException  without a worker, a network or the person's permission
 */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const manager = await findPushManager()
  if (!manager) throw new DOMException('no worker', 'InvalidStateError')
  const earlier = await manager.getSubscription()
  if (earlier && isOfKey(earlier, publicKey)) return earlier
  await earlier?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** A push service accepts messages of the key that the device subscribed with, and of no other. */
export function isOfKey(subscription: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey.replaceAll('=', '')
}

/** The subscription as the call takes it. */
export function describeSubscription(subscription: PushSubscription) {
  const { keys } = subscription.toJSON()
  return { endpoint: subscription.endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}
