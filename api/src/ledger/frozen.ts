import { isRunning } from '../clock.ts'

/** After a reset nothing can be withdrawn for a day. Source: security.md 5.7. */
export const frozenMs = 24 * 3_600_000

/** True while the person's withdrawals wait. */
export const isFrozen = (until: Date | null, now: Date): until is Date =>
  until !== null && isRunning(until, now, frozenMs)
