import { reportHealth, type RequestOf } from '@adcoin/contract'

export type HealthReport = RequestOf<typeof reportHealth>

/**
 * Tells the service that a release failed in this browser. No personal data: the path is its pattern, never the address.
 * Fire and forget: it must work while everything else is broken, and must never break anything itself.
 */
export function report(failure: HealthReport): void {
  try {
    void fetch(reportHealth.path, {
      method: reportHealth.method,
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(failure),
    }).catch(() => undefined)
  } catch {
    // A browser without keepalive, or a page that is being torn down.
  }
}
