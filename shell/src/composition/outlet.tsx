import {
  Component,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ApiCode } from '@adcoin/contract'
import { type Location, useRoutes } from '@adcoin/router'
import type { OutletArea, AreaPage, View } from './area.ts'
import type { MountedRemote } from './load.ts'

export type RemoteOutletProps = {
  composition: { area: (page: AreaPage) => OutletArea; onChange: (listener: () => void) => () => void }
  app: string
  /** The deferred location: the old screen stays until the new one is ready. */
  location: Location
  language: ApiCode
  /** The error card. */
  failed: (retry: () => void) => ReactNode
  /** Drawn while another release takes over from one that failed on screen: the area's skeleton. */
  pending?: ReactNode
  /**
   * Called once when another release took over on screen; announce it in the live region. Focus is already on the h1.
   */
  onReplaced?: (remote: MountedRemote) => void
}

/** An area that shows nothing for so many looks, one second, has failed. */
const mostEmptyLooks = 10
const lookMs = 100
/** A remote draws nothing outside its area or above the bars of the frame, whatever its styles. */
const contained = { contain: 'layout paint' } as const

/**
 * Draws the remote of an area by the area's state: a release that fails on screen is replaced in the same navigation,
 * and the error card appears only if no release works. Place it under the shell's one Suspense boundary.
 */
export function RemoteOutlet(props: RemoteOutletProps): ReactNode {
  // One area per path: everything below starts anew at a navigation, so a newer release comes without a reload.
  return <AreaOutlet key={`${props.app} ${props.location.pathname}`} {...props} />
}

function AreaOutlet({ composition, app, location, language, failed, pending = null, onReplaced }: RemoteOutletProps) {
  const [area] = useState(() => composition.area({ app, pathname: location.pathname, language }))
  use(area.arrival)
  const view = useSyncExternalStore(area.subscribe, area.view)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => area.enter(), [area])
  useReplacement(view, place, onReplaced)
  useRevocation(area, composition.onChange, place)

  if (view.status === 'pending') return pending
  if (view.status === 'unavailable') return failed(area.retry)
  const { remote, drawing } = view
  // A boundary and an element of its own each time that a release is drawn: nothing of the last drawing is left in it.
  return (
    <RemoteBoundary key={drawing} onFailure={thrown => area.broke(remote, thrown)} pending={pending}>
      <div ref={place} data-area={app} data-release={remote.release} style={contained}>
        <Screens remote={remote} location={location} area={area} />
        <Visible place={place} pending={pending} />
      </div>
    </RemoteBoundary>
  )
}

type BoundaryProps = { children: ReactNode; onFailure: (thrown: unknown) => void; pending: ReactNode }

/** The wall around a mounted remote: whatever it throws while it renders ends here. The area decides what follows. */
class RemoteBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFailure(thrown)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.pending : this.props.children
  }
}

function Screens({
  remote,
  location,
  area,
}: {
  remote: MountedRemote
  location: Location
  area: OutletArea
}): ReactNode {
  useEffect(() => {
    area.shown(remote)
    const stop = remote.module.start()
    return () => {
      try {
        stop()
      } catch (thrown) {
        // The screen has gone already.
        reportError(thrown)
      }
    }
  }, [area, remote])
  return useRoutes(remote.module.routes, location)
}

/** After a replacement the focus would be lost with the old screen; it goes to the new one's heading. */
function useReplacement(
  view: View,
  place: RefObject<HTMLElement | null>,
  onReplaced: ((remote: MountedRemote) => void) | undefined,
): void {
  const first = useRef(view)
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (view.status !== 'ready') return
    const isSame = last.current === view.remote.release
    last.current = view.remote.release
    if (view === first.current) return
    focusHeading(place.current)
    if (!isSame) onReplaced?.(view.remote)
    // Called once per view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [view])
}

function focusHeading(place: HTMLElement | null): void {
  const heading = place?.querySelector('h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A revoked release is replaced at once, or as soon as what was typed into it has been sent. */
function useRevocation(
  area: OutletArea,
  onChange: (listener: () => void) => () => void,
  place: RefObject<HTMLElement | null>,
): void {
  const isDirty = useRef(false)
  useEffect(() => {
    const ending = new AbortController()
    const how = { capture: true, signal: ending.signal }
    const look = () => void (isDirty.current || area.replaceRevoked())
    // The form's own code has run by then, and may have written into its fields: that is not typing.
    const lookAnew = () => {
      isDirty.current = false
      look()
    }
    place.current?.addEventListener('input', () => (isDirty.current = true), how)
    place.current?.addEventListener('submit', () => setTimeout(lookAnew), how)
    ending.signal.addEventListener('abort', onChange(look))
    return () => ending.abort()
  })
}

/**
 * Throws, into the boundary around it, if nothing of the area can be seen: a route without an element, a page that
 * draws nothing or hides all of it. Looks until the area is shown, and no longer.
 *
 * @param pending  drawn meanwhile: no screen of ours is empty
 */
export function Visible({ place, pending }: { place: RefObject<HTMLElement | null>; pending: ReactNode }) {
  const [emptyLooks, setEmptyLooks] = useState(0)
  const ours = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current || !isAreaEmpty(place.current, ours.current)) return setEmptyLooks(0)
    if (emptyLooks === 0) return setEmptyLooks(1)
    const timer = setTimeout(setEmptyLooks, lookMs, emptyLooks + 1)
    return () => clearTimeout(timer)
  }, [place, emptyLooks])
  if (emptyLooks > mostEmptyLooks) throw new Error('nothing of it can be seen')
  return emptyLooks > 0 ? <div ref={ours}>{pending}</div> : null
}

// As they were before any remote ran: one that replaces them would make every area look empty.
const { getBoundingClientRect: boxOfElement } = Element.prototype
const { getBoundingClientRect: boxOfRange } = Range.prototype

/**
 * An area without any room is not empty: React hides it while something in it is not there yet, an add-on may hide the
 * page around it, and jsdom has no boxes.
 *
 * @param ours  the skeleton at its end, which is not the remote's
 */
function isAreaEmpty(area: HTMLElement, ours: HTMLElement | null): boolean {
  if (boxOfElement.call(area).width === 0) return false
  const all = document.createRange()
  all.selectNodeContents(area)
  if (ours) all.setEndBefore(ours)
  const { width, height } = boxOfRange.call(all)
  return width * height === 0
}
