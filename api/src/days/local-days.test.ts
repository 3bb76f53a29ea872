import { describe, expect, it } from 'vitest'
import { findDay, listLastDays, startOfDay, startOfMonth, startOfToday, toTimeZone } from './local-days.ts'

const hoursOf = (zone: string, day: string, next: string) =>
  (startOfDay(zone, next).getTime() - startOfDay(zone, day).getTime()) / 3_600_000
const at = (iso: string) => new Date(iso)

describe('a day of a time zone', () => {
  it.each([
    ['Europe/Lisbon', '2026-03-29', '2026-03-30', 23],
    ['Europe/Lisbon', '2026-10-25', '2026-10-26', 25],
    ['Europe/Lisbon', '2026-06-01', '2026-06-02', 24],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-05', 23.5],
    ['America/Santiago', '2026-09-06', '2026-09-07', 23],
    ['America/Santiago', '2026-04-04', '2026-04-05', 25],
    ['America/Havana', '2026-11-01', '2026-11-02', 25],
    ['Pacific/Apia', '2011-12-29', '2011-12-30', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-31', 0],
  ])('%s: from %s to %s are %s hours', (zone, day, next, hours) => {
    expect(hoursOf(zone, day, next)).toBe(hours)
  })

  it.each([
    ['Pacific/Kiritimati', '2026-03-10T10:00:00Z', '2026-03-11'],
    ['Pacific/Kiritimati', '2026-03-10T09:59:59Z', '2026-03-10'],
    ['Pacific/Pago_Pago', '2026-03-10T10:59:59Z', '2026-03-09'],
    ['Pacific/Pago_Pago', '2026-03-10T11:00:00Z', '2026-03-10'],
    ['America/Mexico_City', '2026-03-15T03:00:00Z', '2026-03-14'],
    ['Asia/Kolkata', '2026-03-10T18:30:00Z', '2026-03-11'],
    ['Asia/Calcutta', '2026-03-10T18:29:59Z', '2026-03-10'],
    ['UTC', '2026-03-10T23:59:59.999Z', '2026-03-10'],
  ])('in %s, %s is on %s', (zone, instant, day) => {
    expect(findDay(zone, at(instant))).toBe(day)
  })

  it('begins where the clocks are put forward at midnight', () => {
    expect(startOfDay('America/Santiago', '2026-09-06').toISOString()).toBe('2026-09-06T04:00:00.000Z')
  })

  it('begins at the first of two midnights', () => {
    expect(startOfDay('America/Havana', '2026-11-01').toISOString()).toBe('2026-11-01T04:00:00.000Z')
  })
})

it.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['Mars/Olympus', 'UTC'],
  ['+05:30', 'UTC'],
  ['', 'UTC'],
  [null, 'UTC'],
])('the zone %j is read as %s', (name, zone) => {
  expect(toTimeZone(name)).toBe(zone)
})

describe('the last days', () => {
  it('follow one another over a change of clocks, and today is the last', () => {
    const days = listLastDays('Europe/Lisbon', at('2026-03-30T23:30:00Z'), 4)
    expect(days.map(({ day, from }) => [day, from.toISOString()])).toEqual([
      ['2026-03-28', '2026-03-28T00:00:00.000Z'],
      ['2026-03-29', '2026-03-29T00:00:00.000Z'],
      ['2026-03-30', '2026-03-29T23:00:00.000Z'],
      ['2026-03-31', '2026-03-30T23:00:00.000Z'],
    ])
  })

  it('begin today and this month where the person is', () => {
    const now = at('2026-03-01T04:00:00Z')
    expect(startOfToday('America/Mexico_City', now).toISOString()).toBe('2026-02-28T06:00:00.000Z')
    expect(startOfMonth('America/Mexico_City', now).toISOString()).toBe('2026-02-01T06:00:00.000Z')
    expect(startOfMonth('Pacific/Kiritimati', at('2026-03-31T10:00:00Z')).toISOString()).toBe(
      '2026-03-31T10:00:00.000Z',
    )
  })
})
