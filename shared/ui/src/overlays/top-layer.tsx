import { useSyncExternalStore, useCallback, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'

const open: HTMLElement[] = []
const listeners = new Set<() => void>()

/**
 * Draws above everything, a modal dialog included, and inside the uppermost dialog, so that it stays in the
 * accessibility tree while the rest is inert. It is raised after the frame in which it came, because raising needs the
 * styles of the whole page; until then its z-index does.
 */
export function TopLayer({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const host = useOverlayHost()
  const raise = useCallback((element: HTMLDivElement | null) => {
    if (!element || typeof element.showPopover !== 'function') return
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (!element.isConnected) return
        element.popover = 'manual'
        element.showPopover()
      }),
    )
  }, [])
  if (!host) return null
  return createPortal(
    <div ref={raise} className={classNames('ac-layer', className)}>
      {children}
    </div>,
    host,
  )
}

/** Notes an open modal dialog; the returned function takes it out again. */
export function registerOpenDialog(dialog: HTMLElement): () => void {
  open.push(dialog)
  notifyListeners()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    notifyListeners()
  }
}

/**
 * The place of toasts and the loader: everything outside of the uppermost modal dialog is inert, and inert
 * content is neither seen nor heard by assistive technology. `undefined` where there is no document.
 */
function useOverlayHost(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, findOverlayHost, () => undefined)
}

function findOverlayHost(): HTMLElement | undefined {
  return open.at(-1) ?? document.body
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
