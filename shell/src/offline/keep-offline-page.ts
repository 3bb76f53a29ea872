import { tagOf, type Balance, balance } from '@adcoin/contract'
import { currentLanguage } from '@adcoin/i18n'
import { formatCoin, formatDate } from '@adcoin/i18n/formats'
import { type Theme, currentToken, ownerOf, sessionStore } from '@adcoin/session'
import { uiTexts } from '@adcoin/ui'
import { callKey, queryClient } from '@adcoin/http'
import { texts } from '../texts.ts'
import { runWhenIdle } from '../state/run-when-idle.ts'
import { shownLanguage } from '../language/language.ts'
import { wholeBalance } from '../calls/reloads.ts'
import { toScriptAddress } from '../script-address.ts'

type KnownMoney = { money: Balance; at: Date }

const tokens = ['canvas', 'surface', 'ink', 'ink-2', 'action', 'on-action', 'accent', 'font'] as const

const rules = `*{box-sizing:border-box;margin:0}body{display:grid;min-height:100vh;place-items:center;padding:1.5rem;
background:var(--ac-canvas);color:var(--ac-ink);font:1rem/1.5 var(--ac-font)}main{display:grid;gap:1rem;width:100%;
max-width:26rem}svg{width:3rem}h1{font-size:1.75rem;line-height:1.2}p,dt{color:var(--ac-ink-2)}dl{display:grid;gap:.75rem;
padding:1rem;border-radius:1.25rem;background:var(--ac-surface)}dl div{display:flex;flex-wrap:wrap;gap:0 1rem;
justify-content:space-between}dd{font-weight:600;font-variant-numeric:tabular-nums}a{display:block;padding:.875rem 1.5rem;
border-radius:99px;background:var(--ac-action);color:var(--ac-on-action);font-weight:600;text-align:center;
text-decoration:none}a:focus-visible{outline:3px solid var(--ac-accent);outline-offset:3px}`

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="5"><circle cx="14.5" cy="16" r="10"/><path d="M24.5 3.5v25"/></svg>'

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
  const keepNow = () => void writePage(page).catch(() => undefined)
  const keep = () => void runWhenIdle(page, keepNow)
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

/**
 * The page of a browser without a network: a whole page without a script, in the person's language and theme and
 * the colours of @adcoin/ui, with the money that was known last and since when.
 *
 * @param style       of the page's root, which has the tokens of @adcoin/ui
 * @param knownMoney  of the person who is signed in
 */
export function renderOfflinePage(
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'>,
  theme: Theme,
  knownMoney: KnownMoney | undefined,
): string {
  const { t } = texts
  const scheme = theme === 'system' ? 'light dark' : theme
  const colours = tokens.map(name => `--ac-${name}:${style.getPropertyValue(`--ac-${name}`)}`).join(';')
  const renderLine = (name: string, minor: string) =>
    `<div><dt>${escapeHtml(name)}</dt><dd translate="no">${escapeHtml(formatCoin(minor))} Ad Coin</dd></div>`
  const money =
    knownMoney &&
    `<p>${escapeHtml(t('offline.text'))}</p><dl>${renderLine(t('offline.balance'), knownMoney.money.amount)}${
      knownMoney.money.hold === '0' ? '' : renderLine(t('offline.hold'), knownMoney.money.hold)
    }</dl><p>${escapeHtml(t('offline.savedAt', { time: formatDate(knownMoney.at.toISOString(), 'dateTime') }))}</p>`
  return (
    `<!doctype html><html lang="${tagOf(currentLanguage())}"><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(uiTexts.t('offline'))} · Ad Coin</title>` +
    `<style>:root{color-scheme:${scheme};${colours}}${rules}</style>` +
    `<main>${mark}<h1>${escapeHtml(uiTexts.t('offline'))}</h1>${money ?? ''}<a href="">${escapeHtml(t('area.retry'))}</a></main>`
  )
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}

/** The gateway's worker looks for the page under this address, and its switch takes the cache away. */
const offlineCache = { cache: 'adcoin', address: '/offline' }

/** No script, no request: what is kept is read, nothing more. */
const createHeaders = (owner: string) => ({
  of: owner,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
})

async function register(workers: ServiceWorkerContainer): Promise<void> {
  await unregisterOthers(workers)
  const workerAddress = toScriptAddress('/worker.js')
  if (workerAddress !== undefined) await workers.register(workerAddress)
}

let writing = Promise.resolve()

/** One after the other: the page of the newest state is written last. */
function writePage(page: Window): Promise<void> {
  writing = writing
    .catch(() => undefined)
    .then(async () => {
      // Another tab may have signed in: then the store follows, and the page is written for the new person.
      const owner = ownerOf(currentToken() ?? '')
      const { person, money, theme } = sessionStore.getState()
      const at = queryClient.getQueryState(callKey(balance, wholeBalance))?.dataUpdatedAt
      const cache = await page.caches.open(offlineCache.cache)
      // Until the service has answered, the page of this session's last visit contains more.
      const isKnown = money !== null && Boolean(at)
      if (person && !isKnown && (await cache.match(offlineCache.address))?.headers.get('of') === owner) return
      const html = renderOfflinePage(
        getComputedStyle(page.document.documentElement),
        theme,
        person && money && at ? { money, at: new Date(at) } : undefined,
      )
      await cache.put(offlineCache.address, new Response(html, { status: 503, headers: createHeaders(owner) }))
    })
  return writing
}

/** Leftovers of an earlier application on this address. Source: faults.md D11. */
async function unregisterOthers(workers: ServiceWorkerContainer): Promise<void> {
  for (const found of await workers.getRegistrations()) {
    const script = found.active ?? found.waiting ?? found.installing
    if (script && new URL(script.scriptURL).pathname !== '/worker.js') void found.unregister()
  }
}
