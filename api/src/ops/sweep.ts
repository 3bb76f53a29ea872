import type { Services } from '../services.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Longer than any of them is good for. Idempotency keys: 48 h. Source: reference-api.md 2.6. */
const kept = {
  codes: 2 * dayMs,
  tickets: dayMs,
  idempotency: 2 * dayMs,
  windows: 2 * dayMs,
  sessions: 90 * dayMs,
  providerEvents: dayMs,
} as const

/**
 * Every hour, what is over is forgotten: codes, tickets, idempotency keys, limit windows, sessions that ended long ago, taken
 * webhooks.
 */
export function sweepRegularly({ jobs, now }: Services): void {
  jobs.every(
    'sweep',
    3600,
    async tx => {
      const before = (ms: number): Date => new Date(now().getTime() - ms)
      await tx.deleteFrom('verify_code').where('expires_at', '<', before(kept.codes)).execute()
      await tx.deleteFrom('verify_ticket').where('expires_at', '<', before(kept.tickets)).execute()
      await tx.deleteFrom('idempotency').where('created_at', '<', before(kept.idempotency)).execute()
      await tx.deleteFrom('rate_bucket').where('window_start', '<', before(kept.windows)).execute()
      await tx.deleteFrom('provider_event').where('received_at', '<', before(kept.providerEvents)).execute()
      await tx.deleteFrom('session').where('expires_at', '<', before(kept.sessions)).execute()
    },
    'slow',
  )
}
