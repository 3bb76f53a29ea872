import { computeExpiry } from '../compose/former-registry.ts'
import type { LiveChoice } from '../compose/live.ts'
import { createRefusal, type ReleaseRefusal } from '../refusal.ts'

const day = 24 * 3_600_000
/** How long before its expiry a generation is renewed, or reported where nothing renews it. */
const noticeMs = 30 * day

/**
 * Why a generation is old; undefined while it is not. A store that hides all newer ones looks exactly like this (TUF:
 * freeze). It stays live: age alone is no evidence against it.
 */
export function checkExpiry(live: LiveChoice, now: Date): ReleaseRefusal | undefined {
  const ends = computeExpiry(live)
  if (new Date(ends).getTime() - now.getTime() > noticeMs) return undefined
  return createRefusal(
    'expires',
    `generation ${live.number}`,
    `it expires on ${ends.slice(0, 10)}, and no newer one was seen`,
    'Make one (`verify --renew`). If a newer one is live elsewhere, this store hides it.',
  )
}
