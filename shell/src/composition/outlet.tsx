import {
  Component,
  type ErrorInfo,
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
import { readTyped, writeTyped } from '../typed.ts'

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

/** Interval of the checks whether anything of a release can be seen. */
const checkMs = 100
/** A remote draws nothing outside its area or above the bars of the frame, whatever its styles. */
const contained = { contain: 'layout paint' } as const

/**
 * Draws the remote of an area by the area's state: a release that fails on screen is replaced in the same navigation,
 * and the error card appears only if no release works. Place it under the shell's one Suspense boundary.
 */
export function RemoteOutlet(props: RemoteOutletProps): ReactNode {
  // One area per path: a navigation mounts everything below again, so it shows a newer release without a reload.
  return <AreaOutlet key={`${props.app} ${props.location.pathname}`} {...props} />
}

function AreaOutlet({ composition, app, location, language, failed, pending, onReplaced }: RemoteOutletProps) {
  const area = composition.area({ app, pathname: location.pathname, language })
  use(area.arrival)
  const view = useSyncExternalStore(area.subscribe, area.view)
  const elementRef = useRef<HTMLDivElement>(null)
  useEffect(() => area.enter(), [area])
  const typedRef = useRevocation(area, composition.onChange, elementRef)
  useReplacement({ view, elementRef, typedRef, onReplaced })

  if (view.status === 'pending') return pending
  if (view.status === 'unavailable') return failed(area.retry)
  const { remote, drawing } = view
  // A new boundary and element for each drawing: nothing of the last one remains.
  return (
    <RemoteBoundary
      key={drawing}
      onFailure={(thrown, stack) => area.handleBreak(remote, thrown, stack)}
      pending={pending}
    >
      <div ref={elementRef} data-area={app} data-release={remote.release} style={contained}>
        <Screens {...{ remote, location, area, elementRef, pending }} />
      </div>
    </RemoteBoundary>
  )
}

type BoundaryProps = {
  children: ReactNode
  onFailure: (thrown: unknown, componentStack: string) => void
  pending: ReactNode
}

/** Catches what a mounted remote throws while it renders. The area decides what follows. */
class RemoteBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    this.props.onFailure(thrown, componentStack ?? '')
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.pending : this.props.children
  }
}

type ScreensProps = Pick<RemoteOutletProps, 'location' | 'pending'> & {
  remote: MountedRemote
  area: OutletArea
  elementRef: RefObject<HTMLDivElement | null>
}

/** The remote's screen, and the skeleton as long as nothing of it can be seen. */
function Screens({ remote, location, area, elementRef, pending }: ScreensProps): ReactNode {
  const [isEmpty, setIsEmpty] = useState(false)
  const skeletonRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = remote.module.start()
    return () => {
      try {
        stop()
      } catch (thrown) {
        // The screen has unmounted already.
        reportError(thrown)
      }
    }
  }, [remote])
  useEffect(() => {
    const markWhenSeen = () => {
      const isSeen = !isAreaEmpty(elementRef.current, skeletonRef.current)
      setIsEmpty(!isSeen)
      if (!isSeen) return
      clearInterval(timer)
      area.markShown(remote)
    }
    const timer = setInterval(markWhenSeen, checkMs)
    markWhenSeen()
    return () => clearInterval(timer)
  }, [area, remote, elementRef])
  return (
    <>
      {useRoutes(remote.module.routes, location)}
      {isEmpty && <div ref={skeletonRef}>{pending}</div>}
    </>
  )
}

type Replacement = Pick<RemoteOutletProps, 'onReplaced'> & {
  view: View
  elementRef: RefObject<HTMLElement | null>
  typedRef: TypedRef
}
type TypedRef = RefObject<Map<string, string> | undefined>

/**
 * After a replacement the focus would be lost with the old screen; it goes to the new one's heading. What was typed
 * into a revoked release is typed into the next one.
 */
function useReplacement({ view, elementRef, typedRef, onReplaced }: Replacement): void {
  const last = useRef(view)
  useEffect(() => {
    const before = last.current
    if (view.status !== 'ready' || view === before) return
    last.current = view
    focusHeading(elementRef.current)
    if (typedRef.current && elementRef.current) writeTyped(typedRef.current, elementRef.current)
    typedRef.current = undefined
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

/**
 * A revoked release is replaced at once, or as soon as what was typed into it has been sent and answered, whatever the
 * answer: its success belongs to the screen that sent it.
 *
 * @returns what was in its fields
 */
function useRevocation(
  area: OutletArea,
  onChange: (listener: () => void) => () => void,
  elementRef: RefObject<HTMLElement | null>,
): TypedRef {
  const isDirty = useRef(false)
  const typedRef: TypedRef = useRef(undefined)
  useEffect(() => {
    const element = elementRef.current
    const ending = new AbortController()
    const how = { capture: true, signal: ending.signal }
    const replaceWhenSent = () => {
      if (isDirty.current || !element?.isConnected || !area.isRevoked()) return
      if (element.querySelector('[aria-busy=true]')) return void setTimeout(replaceWhenSent, checkMs)
      const typed = readTyped(element)
      const before = area.view()
      area.replaceRevoked()
      if (area.view() !== before) typedRef.current = typed
    }
    // By then the form has written into its fields, which is not typing, and its button is busy if it sends.
    const replaceAfterSubmit = () => {
      isDirty.current = false
      replaceWhenSent()
    }
    element?.addEventListener('input', () => (isDirty.current = true), how)
    element?.addEventListener('submit', () => setTimeout(replaceAfterSubmit, checkMs), how)
    ending.signal.addEventListener('abort', onChange(replaceWhenSent))
    return () => ending.abort()
  })
  return typedRef
}

// Read before any remote runs: one that replaces these methods could make every area look empty.
const { getBoundingClientRect: getElementBox } = Element.prototype
const { getBoundingClientRect: getRangeBox } = Range.prototype

/**
 * An area without any width does not count as empty: React hides it while it suspends, an add-on may hide the page
 * around it, and jsdom has no boxes.
 *
 * @param skeleton  the shell's skeleton at the end of the area
 */
function isAreaEmpty(area: HTMLElement | null, skeleton: HTMLElement | null): boolean {
  if (!area || getElementBox.call(area).width === 0) return false
  const content = document.createRange()
  content.selectNodeContents(area)
  if (skeleton) content.setEndBefore(skeleton)
  const { width, height } = getRangeBox.call(content)
  return width * height === 0
}
