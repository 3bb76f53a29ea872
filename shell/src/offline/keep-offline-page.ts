import { balance } from '@adcoin/contract'
import { callKey, queryClient } from '@adcoin/http'
import { currentToken, ownerOf, sessionStore } from '@adcoin/session'
import { whenIdle } from '../state/when-idle.ts'
import { shownLanguage } from '../language/language.ts'
import { wholeBalance } from '../calls/reloads.ts'
import { offlinePage } from './offline-page.ts'
import { workerAddress } from './worker-address.ts'

/** The gateway's worker looks for the page under this address, and its switch takes the cache away. */
const place = { cache: 'adcoin', address: '/offline' }

/** No script, no request: what is kept is read, nothing more. */
const headersFor = (owner: string) => ({
  of: owner,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
})

/**
 * Registers the worker and keeps its page current: it is written again after each answer about money and each change of
 * language, theme or session. Signing out removes the money from it.
 *
 * @returns stops following
 */
export function keepOfflinePage(page: Window): () => void {
  const workers = page.navigator.serviceWorker as ServiceWorkerContainer | undefined
  // Caches are there on safe origins only, and a private window may refuse them.
  if (!workers || !('caches' in page)) return () => undefined
  void register(workers).catch(() => undefined)
  const keepNow = () => void write(page).catch(() => undefined)
  const keep = () => void whenIdle(page, keepNow)
  // A person who signs out may close the page at once.
  const unhear = sessionStore.subscribe((now, before) => {
    if (now.theme !== before.theme || now.sessionEpoch !== before.sessionEpoch) keepNow()
  })
  // An answer that changes nothing is newer all the same.
  const unwatch = queryClient.getQueryCache().subscribe(event => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success'
    if (isAnswer && event.query.queryKey[1] === balance.path) keep()
  })
  const unfollow = shownLanguage.subscribe(keep)
  keep()
  return () => {
    unhear()
    unwatch()
    unfollow()
  }
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  await forgetOthers(workers)
  if (workerAddress !== undefined) await workers.register(workerAddress)
}

let writing = Promise.resolve()

/** One after the other: the page of the newest state is written last. */
function write(page: Window): Promise<void> {
  writing = writing
    .catch(() => undefined)
    .then(async () => {
      // Another tab may have signed in: then the store follows, and the page is written for the new person.
      const owner = ownerOf(currentToken() ?? '')
      const { person, money, theme } = sessionStore.getState()
      const at = queryClient.getQueryState(callKey(balance, wholeBalance))?.dataUpdatedAt
      const cache = await page.caches.open(place.cache)
      // Until the service has answered, the page of this session's last visit contains more.
      const isKnown = money !== null && Boolean(at)
      if (person && !isKnown && (await cache.match(place.address))?.headers.get('of') === owner) return
      const html = offlinePage(
        getComputedStyle(page.document.documentElement),
        theme,
        person && money && at ? { money, at: new Date(at) } : undefined,
      )
      await cache.put(place.address, new Response(html, { status: 503, headers: headersFor(owner) }))
    })
  return writing
}

/** Leftovers of an earlier application on this address. Source: faults.md D11. */
async function forgetOthers(workers: ServiceWorkerContainer): Promise<void> {
  for (const found of await workers.getRegistrations()) {
    const script = found.active ?? found.waiting ?? found.installing
    if (script && new URL(script.scriptURL).pathname !== '/worker.js') void found.unregister()
  }
}
