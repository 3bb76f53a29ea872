import { startTransition } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { uiTexts } from '@adcoin/ui'
import { sharedTexts } from '@adcoin/remote'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { startComposition, type Composition } from './composition/composition.ts'
import { createData, type Data } from './data/data.ts'
import { createLoader } from './state/loader.ts'
import { createToasts, networkMs } from './state/toasts.ts'
import { followUncaught } from './frame/uncaught.ts'
import { createHost } from './host.ts'
import { keepInstallOffer } from './install/install-offer.ts'
import { followLanguage } from './language/language.ts'
import { createDestination } from './state/destination.ts'
import { decideFirstPath } from './routing/guard.ts'
import { findOwnRoute } from './routing/own-routes.tsx'
import { App } from './routing/router.tsx'
import { createScrollMemory } from './state/scroll.ts'
import { saveInviterFromLink } from './routing/use-inviter-of-link.ts'
import { protectPageCache, startSession } from './session/session.ts'
import { takeSession, takeStyles, takeTyped } from './take-over.ts'
import { texts } from './texts.ts'
import { followTheme } from './theme/theme.ts'

// Taken as this file is evaluated: where the page replaces this shell, the next one gets another root.
const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'))
const wordFile = /\/releases\/shell\/[^/]+\/locale\./

/**
 * The cold start, in the order in which it happens. A function, not awaits of the module itself: those would make every
 * module around it a wrapper of its own in the file (1.5 KB).
 */
async function start(): Promise<void> {
  // 1. Session and language, both read from storage.
  const writer = createSessionWriter()
  takeSession()
  followTheme(document)
  keepInstallOffer(window)
  const { language, person } = sessionStore.getState()
  const words = loadWords(language)
  words.catch(() => undefined)
  const languageReady = followLanguage(document)
  await waitForNextTask()

  // 2. The live releases: the page carries them.
  const composition = startComposition()
  await composition.ready()
  await waitForNextTask()

  // 3. What remotes may ask of the shell.
  const toasts = createToasts()
  const loader = createLoader(() => toasts.show(sharedTexts.t('failure.network'), 'bad', networkMs))
  const destination = createDestination(
    () => window.sessionStorage,
    pathname => findOwnRoute(pathname) !== undefined || composition.routeAt(pathname) !== undefined,
  )
  const data = createData({ writer, destination, toasts, loader, composition })
  const session = startSession({ writer, destination, data })
  const parts = { session, writer, destination, toasts, composition }
  composition.connect({ createHost: app => createHost(app, parts), prepareShared: data.load })

  // 4. The guard decides before the first draw, and the remote of the first screen loads beside the language files. A
  // signed-in start needs the service and the bus; the landing does not. A file that fails to load has its own card.
  // A shell that was replaced opens no remote: it would have this one's React under the shell that draws it.
  if (!root.isConnected) return
  saveInviterFromLink(window.location, writer)
  const path = decideFirstPath(window, destination)
  const arriving = findOwnRoute(path)?.preload() ?? composition.open(path, language)
  const arrival = Promise.allSettled([arriving, person ? data.load() : undefined])
  followUncaught(window, () => toasts.show(texts.t('area.text'), 'bad'))
  const renderer = loadRenderer()

  // 5. First render, once the first screen, the texts and the styles are loaded: before it no fallback is shown.
  const [{ createRoot }] = await Promise.all([renderer, words, languageReady, arrival, takeStyles(document)])
  // Another shell draws by now.
  if (!root.isConnected) return
  protectPageCache(window, root)
  takeTyped(root)
  const host = createHost('shell', parts)
  const scroll = createScrollMemory(window)
  const shell = { composition, writer, destination, scroll, toasts, loader: loader.state, host }
  // 6. Everything that can wait: service calls of an anonymous visitor, the other areas, the offline page. A shell that
  // cannot draw must not open areas: they would have its React under the shell that replaces it.
  const onDrawn = () => void workAhead(data, composition).catch(() => undefined)
  startTransition(() => createRoot(root).render(<App shell={shell} onDrawn={onDrawn} />))
}

/**
 * Loads the shell's words. English stands in for a file that is missing, which is retried later. If nothing does, the
 * file is fetched past every cache, and imported again.
 *
 * @throws if this page has no words, as where a browser imports no rejected file twice: the boot script offers a reload
 */
async function loadWords(language: ApiCode): Promise<void> {
  const load = () => Promise.all([texts, uiTexts, sharedTexts].map(each => each.load(language)))
  try {
    await load()
  } catch {
    const files = performance.getEntriesByType('resource').filter(({ name }) => wordFile.test(name))
    await Promise.allSettled(files.map(({ name }) => fetch(name, { cache: 'reload' })))
    await load()
  }
}

/** Prepares the first render while the first screen loads; each step is a task of its own. */
async function loadRenderer() {
  // The browser reads its calendar with the first date that it writes (12 ms; without a zone it looks
  // for its own, 20 ms more); screens of anonymous visitors have none.
  if (sessionStore.getState().person)
    void waitForNextTask().then(() => new Intl.DateTimeFormat('en', { timeZone: 'UTC' }))
  await waitForNextTask()
  return import(/* webpackMode: "eager" */ './frame/renderer.ts')
}

async function workAhead(data: Data, composition: Composition): Promise<void> {
  const running = await data.load()
  try {
    const { startPrefetch } = await import(/* webpackChunkName: "later" */ './data/prefetch.ts')
    startPrefetch(window, composition, findOwnRoute)
  } finally {
    running.followInbox()
  }
  const { keepOfflinePage } = await import(/* webpackChunkName: "later" */ './offline/keep-offline-page.ts')
  keepOfflinePage(window)
}

/**
 * Separates the start from the evaluation of this file, half of which is React's renderer. Between the two tasks the
 * browser answers a press. For each request the browser also records the running functions and reads each one again.
 * During the evaluation that would include this file: 20 ms of the main thread, a tenth of a load. A recording browser
 * does the same for timers; hence the first `then`.
 */
function waitForNextTask(): Promise<void> {
  return Promise.resolve().then(() => new Promise(done => setTimeout(done)))
}

/** Settles when the first screen is being drawn. */
export const started = waitForNextTask().then(start)
// A start that fails becomes an error of this file (`reportError` would name none), which the page's boot script puts
// into words at once.
started.catch((error: unknown) =>
  setTimeout(() => {
    throw error
  }),
)
