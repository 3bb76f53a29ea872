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
import type { OutletArea, View } from './area.ts'
import type { Composition } from './composition.ts'
import type { MountedRemote } from './load.ts'

export type RemoteOutletProps = {
  composition: Pick<Composition, 'area' | 'onChange'>
  app: string
  /** The deferred location: the old screen stays until the new one is ready. */
  location: Location
  language: ApiCode
  /** The error card. */
  failed: (retry: () => void) => ReactNode
  /** Drawn while another release takes over from one that failed on screen: the area's skeleton. */
  pending: ReactNode
  /**
   * Called once when another release took over on screen; announce it in the live region. Focus is already on the h1.
   */
  onReplaced: (remote: MountedRemote) => void
}

/** Between two looks whether anything of a release can be seen. */
const checkMs = 100
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

function AreaOutlet({ composition, app, location, language, failed, pending, onReplaced }: RemoteOutletProps) {
  const area = composition.area({ app, pathname: location.pathname, language })
  use(area.arrival)
  const view = useSyncExternalStore(area.subscribe, area.view)
  const elementRef = useRef<HTMLDivElement>(null)
  useEffect(() => area.enter(), [area])
  useReplacement(view, elementRef, onReplaced)
  useRevocation(area, composition.onChange, elementRef)

  if (view.status === 'pending') return pending
  if (view.status === 'unavailable') return failed(area.retry)
  const { remote, drawing } = view
  // A boundary and an element of its own each time that a release is drawn: nothing of the last drawing is left in it.
  return (
    <RemoteBoundary key={drawing} onFailure={thrown => area.handleBreak(remote, thrown)} pending={pending}>
      <div ref={elementRef} data-area={app} data-release={remote.release} style={contained}>
        <Screens {...{ remote, location, area, place: elementRef, pending }} />
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

type ScreensProps = Pick<RemoteOutletProps, 'location' | 'pending'> & {
  remote: MountedRemote
  area: OutletArea
  place: RefObject<HTMLDivElement | null>
}

/** The remote's screen, and the skeleton as long as nothing of it can be seen: no screen of ours is empty. */
function Screens({ remote, location, area, place, pending }: ScreensProps): ReactNode {
  const [isEmpty, setIsEmpty] = useState(false)
  const skeletonRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = remote.module.start()
    return () => {
      try {
        stop()
      } catch (thrown) {
        // The screen has gone already.
        reportError(thrown)
      }
    }
  }, [remote])
  useEffect(() => {
    const replaceUnlessDirty = () => {
      const isSeen = !isAreaEmpty(place.current, skeletonRef.current)
      setIsEmpty(!isSeen)
      if (!isSeen) return
      clearInterval(timer)
      area.markShown(remote)
    }
    const timer = setInterval(replaceUnlessDirty, checkMs)
    replaceUnlessDirty()
    return () => clearInterval(timer)
  }, [area, remote, place])
  return (
    <>
      {useRoutes(remote.module.routes, location)}
      {isEmpty && <div ref={skeletonRef}>{pending}</div>}
    </>
  )
}

/** After a replacement the focus would be lost with the old screen; it goes to the new one's heading. */
function useReplacement(
  view: View,
  elementRef: RefObject<HTMLElement | null>,
  onReplaced: (remote: MountedRemote) => void,
): void {
  const last = useRef(view)
  useEffect(() => {
    const before = last.current
    if (view.status !== 'ready' || view === before) return
    last.current = view
    focusHeading(elementRef.current)
    if (before.status !== 'ready' || before.remote.release !== view.remote.release) onReplaced(view.remote)
    // Called once per view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [view])
}

function focusHeading(element: HTMLElement | null): void {
  const heading = element?.querySelector('h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A revoked release is replaced at once, or as soon as what was typed into it has been sent. */
function useRevocation(
  area: OutletArea,
  onChange: (listener: () => void) => () => void,
  elementRef: RefObject<HTMLElement | null>,
): void {
  const isDirty = useRef(false)
  useEffect(() => {
    const ending = new AbortController()
    const how = { capture: true, signal: ending.signal }
    const look = () => void (isDirty.current || area.replaceRevoked())
    // The form's own code has run by then, and may have written into its fields: that is not typing.
    const replaceAfterSubmit = () => {
      isDirty.current = false
      look()
    }
    elementRef.current?.addEventListener('input', () => (isDirty.current = true), how)
    elementRef.current?.addEventListener('submit', () => setTimeout(replaceAfterSubmit), how)
    ending.signal.addEventListener('abort', onChange(look))
    return () => ending.abort()
  })
}

// As they were before any remote ran: one that replaces them would make every area look empty.
const { getBoundingClientRect: boxOfElement } = Element.prototype
const { getBoundingClientRect: boxOfRange } = Range.prototype

/**
 * An area without any room is not empty: React hides it while something in it is not there yet, an add-on may hide the
 * page around it, and jsdom has no boxes.
 *
 * @param skeleton  the skeleton at its end, which is not the remote's
 */
function isAreaEmpty(area: HTMLElement | null, skeleton: HTMLElement | null): boolean {
  if (!area || boxOfElement.call(area).width === 0) return false
  const all = document.createRange()
  all.selectNodeContents(area)
  if (skeleton) all.setEndBefore(skeleton)
  const { width, height } = boxOfRange.call(all)
  return width * height === 0
}
