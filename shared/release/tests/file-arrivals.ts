import { vi } from 'vitest'

/**
 * The browser's list of finished files, until the globals are put back; the function adds one to it. In the place of
 * Node's own, which would go on telling a boot script whose window is gone.
 */
export function fileArrivals(): () => void {
  let notify: () => void = () => undefined
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        notify = callback
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  return () => notify()
}
