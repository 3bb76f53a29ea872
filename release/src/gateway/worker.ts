/** The only address a service worker may come from; the page's policy names it. */
export const workerPath = '/worker.js'

/**
 * The service worker: where the network fails, a navigation gets the page that the shell has kept under `/offline`.
 * Everything else, and every navigation that the network answers, comes from the network as it is, so that a new load
 * never sees what was live before. It keeps nothing itself, and files, calls and pictures do not pass through it.
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
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('/offline')) ?? Response.error()
  }
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
