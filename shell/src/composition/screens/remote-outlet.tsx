import { startTransition, use, useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiCode } from '@adcoin/contract'
import { useRoutes, type Location } from '@adcoin/router'
import type { MountedRemote } from '../loading/release.ts'
import type { Outcome } from './outcome.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { Seen } from './seen.tsx'
import type { OutletPort } from './screens.ts'
import { useDirty } from './use-dirty.ts'

export type RemoteOutletProps = {
  composition: { outlet: OutletPort; onChange: (listener: () => void) => () => void }
  app: string
  /** The deferred location: the old screen stays until the new one is ready. */
  location: Location
  language: ApiCode
  /** The area's card; `retry` reads the registry again and tries every release anew. */
  failed: (retry: () => void) => ReactNode
  /** Shown while another release takes over from one that failed on screen: the area's skeleton. */
  pending?: ReactNode
  /**
   * Told once when another version took over while this area was on screen; say so in the live region. Focus is already
   * on the h1.
   */
  onReplaced?: (remote: MountedRemote) => void
}

/**
 * A release that fails within this time after it appeared is replaced by the previous one; later, its page gets one
 * retry first.
 */
const probationMs = 10_000

/**
 * Draws the remote of an area and keeps the area alive: a release that fails on screen is replaced by the previous good
 * one in the same navigation, a revoked one at once unless a form holds unsaved input, and only if nothing works does
 * the card appear. Place it under the shell's one Suspense boundary, with the deferred location.
 */
export function RemoteOutlet(props: RemoteOutletProps): ReactNode {
  // One area per path: everything below starts anew at a navigation, so a newer release comes without a reload.
  return <Area key={`${props.app} ${props.location.pathname}`} {...props} />
}

function Area(props: RemoteOutletProps): ReactNode {
  const { composition, app, location, language, failed, pending = null, onReplaced } = props
  const { outlet } = composition
  const { path, shown, hasSwitched, attempt, drawAgain, take, retry } = useStanding(props)
  const remote = shown !== 'pending' && shown.state === 'ready' ? shown.remote : undefined
  const place = useRef<HTMLDivElement>(null)
  const isDirty = useDirty(place)
  const shownAt = useOnScreen(outlet, app, path, remote)
  const hadSecondChance = useRef(false)

  useEffect(() => {
    if (!hasSwitched || !remote) return
    focusHeading(place.current)
    onReplaced?.(remote)
    // Said once per replacement: `attempt` counts them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasSwitched, remote, attempt])
  useEffect(
    () =>
      composition.onChange(() => {
        if (remote && outlet.isRevoked(remote) && !isDirty()) retry()
      }),
    [composition, isDirty, outlet, remote, retry],
  )

  const isCard = shown !== 'pending' && shown.state === 'unavailable' && !shown.needsReload
  useEffect(() => {
    if (isCard) outlet.card(app, path)
  }, [app, isCard, outlet, path])

  if (shown === 'pending') return pending
  if (!remote) return failed(retry)
  const onFailure = (thrown: unknown) => {
    const isSettled = performance.now() - shownAt.current > probationMs && shownAt.current > 0
    if (isSettled && !hadSecondChance.current) {
      outlet.card(app, path, { remote, thrown })
      return 'card'
    }
    take(outlet.replace(remote, path, language, 'render', thrown))
    return 'replaced'
  }
  const secondChance = () => {
    hadSecondChance.current = true
    drawAgain()
  }
  return (
    <div ref={place} data-area={app} data-release={remote.release} style={{ display: 'contents' }}>
      <RemoteBoundary
        key={`${remote.release} ${attempt}`}
        onFailure={onFailure}
        card={() => failed(secondChance)}
        pending={pending}
      >
        <Screens remote={remote} location={location} outlet={outlet} />
        <Seen place={place} pending={pending} />
      </RemoteBoundary>
    </div>
  )
}

/** What stands at the path of an area, and what came later in its place. */
function useStanding({ composition: { outlet }, app, location, language }: RemoteOutletProps) {
  const [path] = useState(location.pathname)
  const arrived = use(outlet.outcome(app, path, language))
  const [later, setLater] = useState<Outcome | 'pending'>()
  /** Counts what was drawn here. */
  const [attempt, setAttempt] = useState(0)
  const drawAgain = useCallback(() => setAttempt(count => count + 1), [])
  const take = useCallback(
    (bringing: Promise<Outcome>) => {
      setLater('pending')
      void bringing.then(outcome =>
        startTransition(() => {
          setLater(outcome)
          drawAgain()
        }),
      )
    },
    [drawAgain],
  )
  const retry = useCallback(() => take(outlet.retry(app, path, language)), [app, language, outlet, path, take])
  return { path, shown: later ?? arrived, hasSwitched: later !== undefined, attempt, drawAgain, take, retry }
}

/**
 * Tells when a release is on screen, when its path is left, and starts what runs meanwhile.
 *
 * @returns when it appeared; 0 before
 */
function useOnScreen(outlet: OutletPort, app: string, path: string, remote: MountedRemote | undefined) {
  const shownAt = useRef(0)
  useEffect(() => () => outlet.left(app, path), [app, outlet, path])
  useEffect(() => {
    if (!remote) return
    shownAt.current = performance.now()
    outlet.committed(remote, path)
    return remote.door.start()
  }, [outlet, path, remote])
  return shownAt
}

type ScreensProps = { remote: MountedRemote; location: Location; outlet: OutletPort }

function Screens({ remote, location, outlet }: ScreensProps): ReactNode {
  // Before anything of it runs, and over when all of it has.
  const [drawn] = useState(() => outlet.drawing(remote))
  useEffect(drawn, [drawn])
  return useRoutes(remote.door.routes, location)
}

/** After a replacement the focus would be lost with the old screen; it goes to the new one's heading. */
function focusHeading(place: HTMLElement | null): void {
  const heading = place?.querySelector('h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
