let count = 0

/**
 * The phone's back button closes an open overlay. A modal `<dialog>` does that by itself where the browser has close
 * watchers; elsewhere a history entry stands for the overlay: it keeps the router's own state, so the router sees the
 * same place, and it is taken away again when the overlay is closed by other means.
 *
 * @returns call it when the overlay is gone
 */
export function backCloses(onBack: () => void): () => void {
  if ('CloseWatcher' in window) return () => {}
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
    // Somebody may have navigated away from within the overlay: then the entry on top is not ours to take.
    if (markOf(history.state) === mark) history.back()
  }
}

function markOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'acOverlay' in state ? state.acOverlay : undefined
}
