import type { ApiCode } from '@adcoin/contract'

/**
 * Twice as long each time, then only once the browser is online again: a file that is gone is not asked for for ever.
 */
const waitsMs = [2_000, 4_000, 8_000, 16_000, 32_000, 0]

/**
 * Retries a failed language file; nothing else would until the next navigation.
 *
 * @param ask  asks once
 * @returns starts retrying for a language; stops once `ask` returns true
 */
export function askAgain(ask: (code: ApiCode) => Promise<boolean>): (code: ApiCode) => Promise<void> {
  const requested = new Set<ApiCode>()
  return async code => {
    if (requested.has(code)) return
    requested.add(code)
    for (const ms of waitsMs) {
      await new Promise(done => {
        if (ms) setTimeout(done, ms)
        globalThis.addEventListener?.('online', done, { once: true })
      })
      if (await ask(code)) break
    }
    requested.delete(code)
  }
}
