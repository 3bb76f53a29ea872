let count = 0

/** Of the browser's Navigation API, what is used here. */
type Traversal = Event & { readonly navigationType: string }
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
export function closeOnBack(onBack: () => void): () => void {
  const navigations = 'navigation' in window ? (window.navigation as Navigations) : undefined
  if (!('CloseWatcher' in window)) return addHistoryEntry(onBack)
  return navigations ? interceptBack(navigations, onBack) : () => {}
}

let isOwnStep = false

/**
 * Lets the page itself go back, perhaps from a finished form, under an overlay that stays open. Firefox 153 names a
 * person's step back `userInitiated: false`, too.
 */
export function passBack(goBack: () => void): void {
  isOwnStep = true
  window.addEventListener('popstate', () => (isOwnStep = false), { once: true })
  goBack()
}

/** Intercepts a person's navigation back. */
function interceptBack(navigations: Navigations, onBack: () => void): () => void {
  open.push(onBack)
  const interceptTraversal = (event: Event) => {
    const { navigationType, cancelable } = event as Traversal
    if (open.at(-1) !== onBack || navigationType !== 'traverse' || isOwnStep || !cancelable) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onBack()
  }
  navigations.addEventListener('navigate', interceptTraversal)
  return () => {
    navigations.removeEventListener('navigate', interceptTraversal)
    const index = open.indexOf(onBack)
    if (index >= 0) open.splice(index, 1)
  }
}

function addHistoryEntry(onBack: () => void): () => void {
  // An entry outlives its document by a reload: the next document has other marks.
  const mark = `overlay-${performance.timeOrigin}-${(count += 1)}`
  function onPop() {
    if (readMark(history.state) === mark) return // an overlay above ours was closed
    window.removeEventListener('popstate', onPop)
    onBack()
  }
  // Not at once: React's development mode mounts, unmounts and mounts again in one go.
  const opening = setTimeout(() => {
    history.pushState({ ...(history.state as object | null), acOverlay: mark }, '')
    window.addEventListener('popstate', onPop)
  })
  return () => {
    clearTimeout(opening)
    window.removeEventListener('popstate', onPop)
    // The person may have navigated away from within the overlay: then the entry on top is not ours to remove.
    if (readMark(history.state) === mark) history.back()
  }
}

function readMark(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'acOverlay' in state ? state.acOverlay : undefined
}
