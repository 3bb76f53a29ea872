let count = 0

/** Of the browser's Navigation API, what is used here. */
type Traversal = Event & { readonly navigationType: string; readonly userInitiated: boolean }
type Navigations = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Overlays that are open, the top one last: one press of Back closes one. */
const open: (() => void)[] = []

/**
 * The back button closes an open overlay. Browsers with close watchers do that for a modal `<dialog>` on phones; on a
 * desktop, where back asks no watcher, the same browsers let a navigation back be intercepted: both need no history
 * entry. Elsewhere a history entry represents the overlay: it keeps the router's own state, so the router sees the same
 * location, and it is removed when the overlay is closed by other means.
 *
 * @returns call it when the overlay is closed
 */
export function backCloses(onBack: () => void): () => void {
  const navigations = 'navigation' in window ? (window.navigation as Navigations) : undefined
  if (!('CloseWatcher' in window)) return withEntry(onBack)
  return navigations ? withoutEntry(navigations, onBack) : () => {}
}

/** Intercepts a person's own navigation back. A script's navigation back, perhaps of a finished form, passes. */
function withoutEntry(navigations: Navigations, onBack: () => void): () => void {
  open.push(onBack)
  const hold = (event: Event) => {
    const { navigationType, userInitiated, cancelable } = event as Traversal
    if (open.at(-1) !== onBack || navigationType !== 'traverse' || !userInitiated || !cancelable) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onBack()
  }
  navigations.addEventListener('navigate', hold)
  return () => {
    navigations.removeEventListener('navigate', hold)
    const place = open.indexOf(onBack)
    if (place >= 0) open.splice(place, 1)
  }
}

function withEntry(onBack: () => void): () => void {
  const mark = `overlay-${(count += 1)}`
  function pop() {
    if (markOf(history.state) === mark) return // an overlay above ours was closed
    window.removeEventListener('popstate', pop)
    onBack()
  }
  // Not at once: React's development mode mounts, unmounts and mounts again in one go.
  const opening = setTimeout(() => {
    history.pushState({ ...(history.state as object | null), acOverlay: mark }, '')
    window.addEventListener('popstate', pop)
  })
  return () => {
    clearTimeout(opening)
    window.removeEventListener('popstate', pop)
    // The person may have navigated away from within the overlay: then the entry on top is not ours to remove.
    if (markOf(history.state) === mark) history.back()
  }
}

function markOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'acOverlay' in state ? state.acOverlay : undefined
}
