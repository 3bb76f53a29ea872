import { createRoot } from 'react-dom/client'
import { uiTexts } from '@adcoin/ui'
import { httpReports, prepareHttp } from '@adcoin/http'
import { kitTexts } from '@adcoin/remote'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { startComposition } from './composition/start-composition.ts'
import { createLoader } from './frame/loader.ts'
import { createToasts, networkMs } from './frame/toasts.ts'
import { followUncaught } from './frame/uncaught.ts'
import { hostFor, type HostParts } from './host.ts'
import { followLanguage } from './language/language.ts'
import { createDestination } from './routing/destination.ts'
import { firstPath } from './routing/first-path.ts'
import { ownRouteOf } from './routing/own-routes.tsx'
import { startPrefetch } from './routing/prefetch.ts'
import { App } from './routing/router.tsx'
import { createScrollMemory } from './routing/scroll.ts'
import { saveInviterOf } from './routing/use-inviter-of-link.ts'
import { guardPageCache } from './session/page-cache.ts'
import { startRefreshes } from './session/refreshes.ts'
import { startSession } from './session/session.ts'
import { texts } from './texts.ts'
import { followTheme } from './theme/theme.ts'

/**
 * The cold start, in the order in which it happens. A function, not awaits of the module itself: those would make every
 * module around it a wrapper of its own in the file (1.5 KB).
 */
async function start(): Promise<void> {
  // 1. Who is it, in which language? Both are known at once, from storage.
  const writer = createSessionWriter()
  followTheme(document)
  const { language } = sessionStore.getState()
  void Promise.all([texts.load(language), uiTexts.load(language), kitTexts.load(language)])
  const speech = followLanguage(document)

  // 2. Which releases are live? The registry stands in the page.
  const toasts = createToasts()
  const somethingWrong = () => toasts.show(texts.t('area.text'), 'bad')
  const isKnown = (pathname: string) => ownRouteOf(pathname) !== undefined || composition.appOfPath(pathname) !== undefined
  const destination = createDestination(() => window.sessionStorage, isKnown)
  const session = startSession({ writer, destination })
  const parts: HostParts = { session, writer, destination, toasts, composition: () => composition }
  const composition = startComposition({ hostOf: app => hostFor(app, parts), onRuntimeFailure: somethingWrong })
  await composition.ready()

  // 3. The guard decides before anything is drawn, and the first screen's remote starts loading beside the texts.
  saveInviterOf(window.location, writer)
  const path = firstPath(window, destination)
  const first = composition.appOfPath(path)
  const arriving = first ? composition.load(first.app, path, language) : ownRouteOf(path)?.preload()
  // What did not load draws its own card.
  const arrival = arriving?.catch(() => undefined)

  // 4. What the transport reports, the shell draws.
  const loader = createLoader(() => toasts.show(kitTexts.t('failure.network'), 'bad', networkMs))
  httpReports.subscribe(loader.follow)
  httpReports.subscribe(report => {
    if (report.type === 'failed' && report.showAs === 'toast') toasts.showFailure(report.failure)
  })
  followUncaught(window, somethingWrong)
  startRefreshes(writer)

  // 5. First render, when the first screen and the words are there: no Suspense fallback stands before it.
  await Promise.all([speech.ready, arrival])
  const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'))
  guardPageCache(window, root)
  const shell = { composition, writer, destination, scroll: createScrollMemory(window), toasts, loader: loader.state, host: hostFor('shell', parts) }
  createRoot(root).render(<App shell={shell} />)

  // 6. Whatever can wait: the transport's own chunk, the other areas, leftovers of an earlier application.
  void prepareHttp().catch(() => undefined)
  startPrefetch(window, composition)
  void navigator.serviceWorker?.getRegistrations().then(found => found.forEach(registration => void registration.unregister()), () => undefined)
}

/** Settles when the first screen is being drawn. */
export const started = start()
