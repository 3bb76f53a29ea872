import type { ReactNode } from 'react'
import type { ToastKind } from '@adcoin/remote'
import { createCell, type Cell } from './cell.ts'

/** `id` changes with each toast, so that equal texts are announced again. */
type Toast = { id: number; text: ReactNode; kind: ToastKind; end?: ReactNode }

export type Toasts = {
  current: Cell<Toast | null>
  /** One at a time: a newer toast replaces the former; an equal text does not restart while it is shown. */
  show(text: string, kind?: ToastKind, durationMs?: number): void
  /** Something good or bad that happened elsewhere, and the way to it; a tap elsewhere ends it. */
  showNotification(text: ReactNode, end: ReactNode): void
  dismiss(): void
}

/** Source: specification.md 8. */
export const messageMs = 2500
export const networkMs = 2000
/** It holds more to read, and something to press. */
const notificationMs = 8000
/** Source: expectations.md 8. */
const successMs = 10
/** A tap that was on its way as it appeared is none at it. */
const tapAfterMs = 600

export function createToasts(): Toasts {
  const current = createCell<Toast | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  function dismiss(): void {
    clearTimeout(timer)
    current.set(null)
  }

  function show(text: string, kind: ToastKind = 'info', durationMs = messageMs): void {
    if (text === '' || current.get()?.text === text) return
    if (kind === 'good') vibrate()
    display({ text, kind }, durationMs)
  }

  function display(toast: Omit<Toast, 'id'>, durationMs: number): void {
    clearTimeout(timer)
    current.set({ id: ++lastId, ...toast })
    timer = setTimeout(dismiss, durationMs)
  }

  function showNotification(text: ReactNode, end: ReactNode): void {
    display({ text, kind: 'info', end }, notificationMs)
    const ownId = lastId
    const from = performance.now() + tapAfterMs
    const dismissOnTap = ({ target }: PointerEvent) => {
      const isOver = current.get()?.id !== ownId
      const isOutside = target instanceof Element && !target.closest('.ac-toast') && performance.now() > from
      if (isOver || isOutside) removeEventListener('pointerdown', dismissOnTap, true)
      if (!isOver && isOutside) dismiss()
    }
    addEventListener('pointerdown', dismissOnTap, true)
  }

  return {
    current,
    show,
    showNotification,
    dismiss,
  }
}

/** A short tick that something succeeded; phones without one, and people who turned it off, feel nothing. */
function vibrate(): void {
  const { userActivation } = navigator as Partial<Navigator>
  if (userActivation?.hasBeenActive && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    navigator.vibrate?.(successMs)
}
