import { useEffect, useLayoutEffect, useState, Suspense, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { useLocation, BrowserRouter, Link, Navigate, useNavigationType, type Location } from '@adcoin/router'
import { useLanguage } from '@adcoin/i18n'
import { HostProvider } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { UiProvider } from '@adcoin/ui'
import { AreaCard } from '../frame/area-card.tsx'
import { AreaSkeleton, NavigationProgress } from '../frame/waiting.tsx'
import { Frame } from '../frame/frame.tsx'
import { BareErrorCard, LastResort } from '../state/last-resort.tsx'
import { ShellProvider, useShell, type Shell } from '../state/shell.ts'
import { TopLayers } from '../frame/top-layers.tsx'
import { isPublic } from '../paths.ts'
import { guard } from './guard.ts'
import { useNavigator } from './navigator.ts'
import { DrawnScreens } from './drawn-screens.tsx'
import { moveScreens, openScreens, type Screens } from './screens.ts'
import { useArrival, type Visit } from './use-arrival.ts'
import { useInviterOfLink } from './use-inviter-of-link.ts'

/**
 * Reports navigations to the router that happened between its first render, where it reads the address, and its commit,
 * from which on it listens: Back pressed during the start would have no effect. Place it before everything that
 * navigates by itself.
 */
export function MissedNavigation() {
  const [read] = useState(useLocation())
  useEffect(() => {
    const { pathname, search, hash } = window.location
    if (pathname + search + hash !== read.pathname + read.search + read.hash)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, [read])
  return null
}

/**
 * The page: one router whose transitions are off, because this file defers navigations itself.
 *
 * @param onDrawn  called once its frame is on screen
 */
export function App({ shell, onDrawn }: { shell: Shell; onDrawn: () => void }) {
  return (
    <BrowserRouter useTransitions={false}>
      <UiProvider link={Link}>
        <ShellProvider value={shell}>
          <LastResort onFailure={logFailure} fallback={() => <BareErrorCard />}>
            <HostProvider host={shell.host}>
              <Page onDrawn={onDrawn} />
            </HostProvider>
          </LastResort>
        </ShellProvider>
      </UiProvider>
    </BrowserRouter>
  )
}

/** Logs the error for developers; the person sees it on the page already. */
function logFailure(thrown: unknown): void {
  console.error('the shell could not draw', thrown)
}

function Page({ onDrawn }: { onDrawn: () => void }) {
  const { composition, destination } = useShell()
  const location = useLocation()
  const type = useNavigationType()
  const hasToken = useSession(state => state.person !== null)
  const language = useLanguage()
  const sessionEpoch = useSession(state => state.sessionEpoch)
  const visit = useMemo((): Visit => ({ location, type }), [location, type])
  // The old screen stays until everything of the new one is there.
  const shown = useShownVisit(visit, language)
  const decision = guard(location.pathname, hasToken)
  const maySee = guard(shown.location.pathname, hasToken).pass
  const screens = useScreens(shown.location, maySee, sessionEpoch, language)

  useSyncExternalStore(composition.onChange, composition.changes)
  useNavigator()
  useInviterOfLink(location, hasToken)
  useArrival(shown, screens.shown.former)
  useEffect(onDrawn, [onDrawn])
  useEffect(() => {
    composition.followNavigation(location.pathname)
    const isWelcome = guard(location.pathname, hasToken).pass
    if (!hasToken && !isWelcome) destination.keep(location.pathname + location.search + location.hash)
    if (hasToken && isWelcome && !isPublic(location.pathname)) destination.forget()
    // Only a navigation asks for a path; losing the token on it does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location])

  return (
    <>
      <MissedNavigation />
      <NavigationProgress isRunning={visit !== shown} />
      {!decision.pass && <Navigate to={chooseRedirect(decision.to, hasToken, destination.peek())} replace />}
      <Frame pathname={maySee ? shown.location.pathname : location.pathname} hidden={screens.hidden}>
        <Suspense fallback={<AreaSkeleton />}>
          {maySee ? (
            <LastResort
              contentKey={String(screens.shown.id)}
              onFailure={logFailure}
              fallback={() => <AreaCard app="shell" title={undefined} retry={() => window.location.reload()} />}
            >
              <DrawnScreens screens={screens} language={language} />
            </LastResort>
          ) : (
            <AreaSkeleton />
          )}
        </Suspense>
      </Frame>
      <TopLayers />
    </>
  )
}

/** The shown screen, and the tabs that stay as they were left. */
function useScreens(location: Location, maySee: boolean, sessionEpoch: number, language: ApiCode): Screens {
  const { composition } = useShell()
  const visitor = { sessionEpoch, language }
  const tabs = {
    isTab: (pathname: string) => composition.tabs().some(tab => tab.path === pathname),
    canResume: composition.canResume,
  }
  const [before, setScreens] = useState(() => openScreens(visitor, location, tabs))
  const screens = moveScreens(before, visitor, location, tabs)
  if (screens !== before) setScreens(screens)
  const held = maySee ? [screens.shown, ...screens.hidden].map(each => each.location.pathname) : []
  useLayoutEffect(() => composition.keep(held))
  return screens
}

/** A navigation waits this long for its turn. */
const heldMs = 2_000

/** The former visit until the new screen is ready, at most 2 s if the former one blocks the page. */
function useShownVisit(visit: Visit, language: ApiCode): Visit {
  const { composition } = useShell()
  const deferred = useDeferredValue(visit)
  const [urgent, setUrgent] = useState<Visit>()
  const isWaiting = visit !== deferred
  useEffect(() => {
    if (!isWaiting) return
    const show = () => void composition.open(visit.location.pathname, language).then(() => setUrgent(visit))
    const timer = setTimeout(show, heldMs)
    return () => clearTimeout(timer)
  }, [isWaiting, visit, language, composition])
  return urgent === visit ? visit : deferred
}

/** Home by default: the path that was requested before the login. Source: specification.md 4, rulings.md R2. */
function chooseRedirect(to: string, hasToken: boolean, destination: string | undefined): string {
  return hasToken && guard(to, hasToken).pass ? (destination ?? to) : to
}
