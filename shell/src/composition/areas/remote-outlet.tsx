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
import type { MountedRemote } from '../loading/release.ts'
import type { View } from './area.ts'
import type { OutletArea, OutletPort } from './areas.ts'
import { Visible } from './visible.tsx'

type Props = { children: ReactNode; onFailure: (thrown: unknown) => void; pending: ReactNode }

/** The wall around a mounted remote: whatever it throws while it renders ends here. The area decides what follows. */
class RemoteBoundary extends Component<Props, { hasFailed: boolean }> {
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

export type RemoteOutletProps = {
  composition: { outlet: OutletPort; onChange: (listener: () => void) => () => void }
  app: string
  /** The deferred location: the old screen stays until the new one is ready. */
  location: Location
  language: ApiCode
  /** The area's error card; `retry` reads the registry again and tries every release anew. */
  failed: (retry: () => void) => ReactNode
  /** Drawn while another release takes over from one that failed on screen: the area's skeleton. */
  pending?: ReactNode
  /**
   * Called once when another release took over on screen; announce it in the live region. Focus is already on the h1.
   */
  onReplaced?: (remote: MountedRemote) => void
}

/**
 * Draws the remote of an area by the area's state: a release that fails on screen is replaced in the same navigation,
 * and the error card appears only if no release works. Place it under the shell's one Suspense boundary.
 */
export function RemoteOutlet(props: RemoteOutletProps): ReactNode {
  // One area per path: everything below starts anew at a navigation, so a newer release comes without a reload.
  return <Area key={`${props.app} ${props.location.pathname}`} {...props} />
}

function Area({ composition, app, location, language, failed, pending = null, onReplaced }: RemoteOutletProps) {
  const [area] = useState(() => composition.outlet.area({ app, pathname: location.pathname, language }))
  use(area.arrival)
  const view = useSyncExternalStore(area.subscribe, area.view)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => area.enter(), [area])
  useReplacement(view, place, onReplaced)
  useRevocation(area, composition.onChange, place)

  if (view.status === 'pending') return pending
  if (view.status === 'unavailable') return failed(area.retry)
  const { remote } = view
  return (
    <div ref={place} data-area={app} data-release={remote.release} style={contained}>
      <RemoteBoundary key={countOf(view)} onFailure={thrown => area.broke(remote, thrown)} pending={pending}>
        <Screens remote={remote} location={location} area={area} />
        <Visible place={place} pending={pending} />
      </RemoteBoundary>
    </div>
  )
}

/** A remote draws nothing outside its area or above the bars of the frame, whatever its styles. */
const contained = { contain: 'layout paint' } as const

const counts = new WeakMap<View, number>()
let counted = 0

/** A boundary of its own for each time that a release is drawn. */
function countOf(view: View): number {
  const count = counts.get(view) ?? counted++
  counts.set(view, count)
  return count
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
    const element = place.current
    const onInput = () => {
      isDirty.current = true
    }
    const look = () => void (isDirty.current || area.replaceRevoked())
    const onSubmit = () => {
      isDirty.current = false
      setTimeout(look)
    }
    element?.addEventListener('input', onInput, { capture: true })
    element?.addEventListener('submit', onSubmit, { capture: true })
    const stop = onChange(look)
    return () => {
      element?.removeEventListener('input', onInput, { capture: true })
      element?.removeEventListener('submit', onSubmit, { capture: true })
      stop()
    }
  })
}

type ScreensProps = { remote: MountedRemote; location: Location; area: OutletArea }

function Screens({ remote, location, area }: ScreensProps): ReactNode {
  // Before anything of it runs, and over when all of it has.
  const [drawn] = useState(() => area.drawing(remote))
  useEffect(() => {
    drawn()
    area.rendered(remote)
    return remote.module.start()
  }, [area, drawn, remote])
  return useRoutes(remote.module.routes, location)
}
