import type { ToastKind } from '@adcoin/remote'
import { createCell, type Cell } from './cell.ts'

/** `id` changes with each toast, so that the same words said again are announced again. */
type Toast = { id: number; text: string; kind: ToastKind }

export type Toasts = {
  current: Cell<Toast | null>
  /** One at a time: a newer one takes the place of the former; the same words do not start again while they stand. */
  show(text: string, kind?: ToastKind, durationMs?: number): void
  dismiss(): void
}

/** Source: specification.md 8. */
export const messageMs = 2500
export const networkMs = 2000

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
    clearTimeout(timer)
    current.set({ id: ++lastId, text, kind })
    timer = setTimeout(dismiss, durationMs)
  }

  return {
    current,
    show,
    dismiss,
  }
}
