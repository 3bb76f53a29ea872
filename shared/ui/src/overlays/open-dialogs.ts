import { useSyncExternalStore } from 'react'

const open: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Notes an open modal dialog; the returned function takes it out again. */
export function noteOpenDialog(dialog: HTMLElement): () => void {
  open.push(dialog)
  tell()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    tell()
  }
}

/**
 * The place of toasts and the loader: everything outside of the uppermost modal dialog is inert, and inert
 * content is neither seen nor heard by assistive technology. `undefined` where there is no document.
 */
export function useOverlayHost(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, host, () => undefined)
}

function host(): HTMLElement | undefined {
  return open.at(-1) ?? document.body
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const listener of listeners) listener()
}
