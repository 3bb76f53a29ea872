import { isTimeZone } from '@adcoin/contract'

/**
 * Days of a person's time zone. Their borders are found here, by Node's own table of zones, and given to the database
 * as instants: the two engines bring tables of different years, and a name that one of them lacks would fail a read.
 */

/** Days begin at midnight UTC for a person whose zone is unknown, or unknown to this Node. */
export function toTimeZone(name: string | null): string {
  return name !== null && isTimeZone(name) ? name : 'UTC'
}

export type LocalDay = {
  /** `2026-11-21` */
  readonly day: string
  /** Its first moment; on a day whose midnight the clocks leave out, the moment they are put forward. */
  readonly from: Date
}

const dayMs = 86_400_000

/**
 * The day of places and claims: `2026-11-21`, by UTC, for a task's places of a day are shared by people of every zone.
 */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** When the next day of places and claims begins. */
export function startOfNextDay(instant: Date): Date {
  return new Date(Date.parse(toDay(instant)) + dayMs)
}

/** The calendar day that this moment belongs to there. */
export function findDay(zone: string, at: Date): string {
  return toDay(new Date(wallClock(zone, at)))
}

/** The last `count` days there, oldest first; the last one is today. */
export function listLastDays(zone: string, now: Date, count: number): readonly LocalDay[] {
  const today = Date.parse(findDay(zone, now))
  return Array.from({ length: count }, (_, index) => {
    const day = toDay(new Date(today - (count - 1 - index) * dayMs))
    return { day, from: startOfDay(zone, day) }
  })
}

/** The first moment of today there. */
export function startOfToday(zone: string, now: Date): Date {
  return startOfDay(zone, findDay(zone, now))
}

/** The first moment of the present month there. */
export function startOfMonth(zone: string, now: Date): Date {
  return startOfDay(zone, `${findDay(zone, now).slice(0, 7)}-01`)
}

/**
 * Midnight by the clock before it, or by the clock after it, whichever is on that day; of two midnights the first. On a
 * day that a zone left out altogether (Samoa, 30 December 2011): where it would have begun.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const candidates = [-dayMs, dayMs]
    .map(away => new Date(midnight - aheadOf(zone, new Date(midnight + away))))
    .sort((one, other) => one.getTime() - other.getTime())
  return candidates.find(at => findDay(zone, at) === day) ?? candidates.at(-1) ?? new Date(midnight)
}

/** Difference of the local clocks to UTC, in milliseconds. */
function aheadOf(zone: string, at: Date): number {
  return wallClock(zone, at) - Math.floor(at.getTime() / 1000) * 1000
}

/** The local wall clock, as if it were UTC. */
function wallClock(zone: string, at: Date): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** More than there are zones: names in other cases are names too, and must not fill the memory. */
const mostClocks = 1000
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  if (clocks.size >= mostClocks) clocks.clear()
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}
