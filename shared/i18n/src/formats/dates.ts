import { tagOf, type ApiCode } from '@adcoin/contract'
import { currentLanguage, createDateFormatter, createRelativeFormatter } from '../instance.ts'

let chosenZone: string | undefined

/** The zone that dates are shown in: the one that the person chose, undefined for the browser's own. For the shell. */
export function setTimeZone(name: string | undefined): void {
  chosenZone = name === undefined || isKnown(name) ? name : undefined
}

function currentTimeZone(): string | undefined {
  return chosenZone
}

/** A name of a newer table than this browser's would break every date. */
function isKnown(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** `America/Mexico_City` → `Mexico City`: a person knows the city, not the name of its time. */
export function formatCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** A zone in words: `America/Mexico_City` → `Central Standard Time`; its own name if it has no other. */
export function formatZone(name: string, code: ApiCode = currentLanguage()): string {
  // UTC has no name in summer and winter.
  const timeZoneName = name === 'UTC' ? 'long' : 'longGeneric'
  try {
    const parts = new Intl.DateTimeFormat(tagOf(code), { timeZone: name, timeZoneName }).formatToParts()
    return parts.find(part => part.type === 'timeZoneName')?.value ?? name
  } catch {
    return name
  }
}

/**
 * date `Nov 21, 2026` · time `9:07 AM` · dateTime both · day `Saturday, November 21` · monthDay `Nov 21` · weekday
 * `Sat` · month `November 2026` · relative `5 minutes ago`, from a week on the date · moment `today, 9:07 AM`, `tomorrow, …`, else dateTime ·
 * nearDay `Today`, `Yesterday`, else day, with a capital for the beginning of a line. Hindi has one word for yesterday and
 * tomorrow: there both are dates.
 */
export type DateStyle =
  | 'date'
  | 'time'
  | 'dateTime'
  | 'day'
  | 'monthDay'
  | 'weekday'
  | 'month'
  | 'relative'
  | 'moment'
  | 'nearDay'

/** Those that do not depend on what time it is now. */
type AbsoluteStyle = Exclude<DateStyle, 'relative' | 'moment' | 'nearDay'>

const options = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  monthDay: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<AbsoluteStyle, Intl.DateTimeFormatOptions>

const formats = new Map<string, ReturnType<typeof createDateFormatter>>()
const relatives = new Map<ApiCode, ReturnType<typeof createRelativeFormatter>>()

/**
 * An ISO 8601 instant in the person's time zone, or a calendar day (`2000-02-29`) as that very day in every zone. Empty
 * for what is no date.
 *
 * @param now  for `relative`, `moment` and `nearDay`, milliseconds
 */
export function formatDate(iso: string, style: DateStyle, code: ApiCode = currentLanguage(), now = Date.now()): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso)
  const date = new Date(isDay ? `${iso}T00:00:00Z` : iso)
  if (Number.isNaN(date.getTime())) return ''
  if (style === 'weekday') return shortenWeekday(getFormat(code, style, isDay)(date), code)
  if (style === 'month') return capitalise(getFormat(code, style, isDay)(date), code)
  if (style === 'nearDay') return capitalise(nameDay(date, code, now) ?? getFormat(code, 'day', isDay)(date), code)
  if (style === 'moment') return formatMoment(date, code, now) ?? getFormat(code, 'dateTime', isDay)(date)
  if (style !== 'relative') return getFormat(code, style, isDay)(date)
  return formatRelative(date.getTime() - now, code) ?? getFormat(code, 'date', isDay)(date)
}

/** Intl's short form in Portugal is the whole word (`segunda`); charts usually have three letters. */
function shortenWeekday(weekday: string, code: ApiCode): string {
  return code === 'pt_PT' ? weekday.slice(0, 3) : weekday
}

function getFormat(code: ApiCode, style: AbsoluteStyle, isDay: boolean): ReturnType<typeof createDateFormatter> {
  const timeZone = isDay ? 'UTC' : currentTimeZone()
  const key = `${code}|${style}|${timeZone}`
  const format = formats.get(key) ?? createDateFormatter(tagOf(code), { ...options[style], timeZone })
  formats.set(key, format)
  return format
}

const units = [
  { unit: 'second', ms: 1000, upTo: 60_000 },
  { unit: 'minute', ms: 60_000, upTo: 3600_000 },
  { unit: 'hour', ms: 3600_000, upTo: 24 * 3600_000 },
  { unit: 'day', ms: 24 * 3600_000, upTo: 7 * 24 * 3600_000 },
] as const

function formatRelative(differenceMs: number, code: ApiCode): string | undefined {
  const step = units.find(({ upTo }) => Math.abs(differenceMs) < upTo)
  if (!step) return undefined
  return getRelativeFormat(code)(Math.trunc(differenceMs / step.ms), step.unit)
}

function getRelativeFormat(code: ApiCode): ReturnType<typeof createRelativeFormatter> {
  const format = relatives.get(code) ?? createRelativeFormatter(tagOf(code))
  relatives.set(code, format)
  return format
}

function formatMoment(date: Date, code: ApiCode, now: number): string | undefined {
  const name = nameDay(date, code, now)
  return name && `${name}${code === 'zh_TW' ? '' : ', '}${getFormat(code, 'time', false)(date)}`
}

/** Yesterday, today and tomorrow by their names; undefined for any other day, and where a name means two of them. */
function nameDay(date: Date, code: ApiCode, now: number): string | undefined {
  const days = Math.round((toMidnight(date) - toMidnight(new Date(now))) / (24 * 3600_000))
  if (Math.abs(days) > 1) return undefined
  const name = getRelativeFormat(code)(days, 'day')
  return days !== 0 && name === getRelativeFormat(code)(-days, 'day') ? undefined : name
}

function capitalise(text: string, code: ApiCode): string {
  return text.charAt(0).toLocaleUpperCase(tagOf(code)) + text.slice(1)
}

/** The calendar day there, as the midnight of UTC: days apart are whole days, whatever clocks do. */
function toMidnight(date: Date): number {
  return Date.parse(date.toLocaleDateString('sv-SE', { timeZone: currentTimeZone() }))
}
