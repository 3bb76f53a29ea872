import { apiCodes } from '@adcoin/contract'
import { vi } from 'vitest'
import type { MessageTexts } from '../message.ts'

/** As compose writes them into the page. */
export const testMessageTexts: MessageTexts = Object.fromEntries(
  apiCodes.map(code => [
    code,
    { title: `${code}: not loaded`, text: 'Check it.', retry: `${code}: again`, slow: `${code}: slow` },
  ]),
)

/**
 * The browser's list of finished files, until the globals are put back; the function adds one to it. In the place of
 * Node's own, which would go on telling a script whose window is gone.
 */
export function stubFileArrivals(): () => void {
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
