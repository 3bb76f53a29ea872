/** The only address a service worker may come from; the page's policy names it. */
export const workerPath = '/worker.js'

/**
 * The service worker: where the network fails, a navigation gets the page that the shell has kept under `/offline`.
 * Everything else, and every navigation that the network answers, comes from the network as it is, so that a new load
 * never sees what was live before. It keeps nothing itself, and files, calls and pictures do not pass through it. It
 * shows a push (`PushData`) in the service's words, ignores anything else, and opens its path, or the tab that shows it.
 * Decision: offline-page.md.
 */
const keeping = `addEventListener('install', event => {
  skipWaiting()
  const past = ['/releases/*', '/app/*', '/files/*'].map(pathname => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }))
  event.waitUntil(Promise.resolve(event.addRoutes?.(past)).catch(() => {}))
})
addEventListener('activate', event => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})
async function answer(event) {
  try {
    const preloaded = await event.preloadResponse
    // Without a network Firefox preloads an error in place of rejecting.
    return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(event.request)
  } catch {
    return (await caches.match('/offline')) ?? Response.error()
  }
}
const own = path => new URL(path, location.origin)
addEventListener('push', event => {
  let news
  try {
    news = event.data.json()
    if ([news.title, news.body, news.path].some(text => typeof text !== 'string')) return
    if (own(news.path).origin !== location.origin) return
  } catch {
    return
  }
  const { title, body, path } = news
  event.waitUntil(registration.showNotification(title, { body, tag: path, renotify: true, data: path }))
})
addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(show(own(event.notification.data).href))
})
async function show(address) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  return open ? open.focus() : clients.openWindow(address)
}
`

/** The operator's switch: at the next load every browser takes the worker and what was kept for it away. */
const removing = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(Promise.all([registration.unregister(), caches.delete('adcoin')])))
`

/** @param isWanted  false: the worker that is out there takes itself away */
export function buildWorkerScript(isWanted: boolean): string {
  return isWanted ? keeping : removing
}
