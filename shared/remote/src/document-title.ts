import { useLayoutEffect, useSyncExternalStore } from 'react'

/**
 * Names the document while a screen is shown whose path has several: the list of withdrawals and one of them, or no
 * screen at all. `title` is a text of the remote's `titles.*`, as those of its routes.
 */
export function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const entry = { title }
    change([...shown, entry])
    return () => change(shown.filter(other => other !== entry))
  }, [title])
}

/** For the shell: what the shown screen calls itself, in place of the title of its path. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown.at(-1)?.title)
}

/** During a transition two screens are mounted: the newer one counts. */
let shown: readonly { readonly title: string }[] = []
const listeners = new Set<() => void>()

function change(next: typeof shown): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
