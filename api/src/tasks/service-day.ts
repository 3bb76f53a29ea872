/**
 * The day of places and claims: `2026-11-21`, by UTC, for a task's places of a day are shared by people of every zone.
 * Sums and charts go by the person's own days (`days/local-days.ts`).
 */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
