/** The service's day is UTC's: `2026-11-21`. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The first moment of the day, `days` later (or earlier). */
export function startOfDay(instant: Date, days = 0): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate() + days))
}
