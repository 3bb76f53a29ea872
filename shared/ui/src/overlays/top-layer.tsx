import { useCallback, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { useOverlayHost } from './open-dialogs.ts'

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
