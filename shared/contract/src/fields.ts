import * as v from 'valibot'

/** Decimal digits of any script to ASCII, by Unicode: `१२३४`, `１２３４` → `1234`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, digit => {
    const compatible = digit.normalize('NFKC')
    if (/^[0-9]$/.test(compatible)) return compatible
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && point - (zero - 1) <= 9) zero -= 1
    return String(point - zero <= 9 ? point - zero : digit)
  })
}

/**
 * A code as typed or pasted: digits of any script, spaces and hyphens dropped; of a whole message, its only 4-digit
 * group.
 */
export function parseVerifyCode(text: string): string {
  const ascii = toAsciiDigits(text)
  const joined = ascii.replace(/[\s\u200e\u200f\u202a-\u202e-]/g, '')
  if (/^[0-9]{0,4}$/.test(joined)) return joined
  const groups = ascii.match(/(?<![0-9])[0-9]{4}(?![0-9])/g)
  return groups?.length === 1 ? (groups[0] ?? '') : joined
}

/** Code points, as a person counts a password. */
export function countCodePoints(text: string): number {
  return [...text].length
}

/** Made when it is first asked for: making it took a quarter of the time in which the shell's file is evaluated. */
let graphemes: Intl.Segmenter | undefined
/** Characters as a person counts them: a family emoji is one. */
export function countGraphemes(text: string): number {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...graphemes.segment(text)].length
}

/** NFKC, so that é typed on two keyboards is one password. */
export function normalisePassword(text: string): string {
  return text.normalize('NFKC')
}

/** Lower case, trimmed, without the invisible characters that come with a copied text; ASCII only. */
export function normaliseEmail(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()
    .toLowerCase()
}

/** ASCII digits, upper case, no spaces and no invisible characters. */
export function normaliseInviteCode(text: string): string {
  return toAsciiDigits(text.normalize('NFKC'))
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060]/g, '')
    .toUpperCase()
}

/**
 * Removes invisible characters: controls, direction overrides, fillers and joiners that join nothing; trims, and
 * collapses spaces. A blank Braille cell is a space. Emoji, Indic and Arabic letters keep their joiners.
 */
export function normaliseNickname(text: string): string {
  return text
    .replace(/(?<!\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Script=Arabic})(?:\u200c|\u200d)/gu, '')
    .replace(/(?!\u200c|\u200d|\ufe0e|\ufe0f)(?:\p{Cc}|\p{Default_Ignorable_Code_Point})/gu, '')
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/^(?:\u200c|\u200d|\ufe0e|\ufe0f| )+|(?:\u200c|\u200d| )+$/gu, '')
}

/** More marks over one letter than any language writes: they run over the lines beside them. */
const tooManyMarks = /\p{M}{5}/u

export const officialInviteCode = '888888'

const limitCodePoints = (min: number, max: number) =>
  [
    v.check<string, 'too_short'>(text => countCodePoints(text) >= min, 'too_short'),
    v.check<string, 'too_long'>(text => countCodePoints(text) <= max, 'too_long'),
  ] as const

/** Login and trading password: 6 to 128 code points, any characters. Source: specification.md 5, rulings.md R5. */
export const Password = v.pipe(
  v.string('required'),
  v.check(text => countCodePoints(text) >= 6, 'pwd_short'),
  v.check(text => countCodePoints(text) <= 128, 'pwd_long'),
)
/** A password to be compared with a stored one: a bound and no rule, so that the rule may grow. */
export const PasswordAttempt = v.pipe(
  v.string('required'),
  v.minLength(1, 'required'),
  v.check(text => countCodePoints(text) <= 128, 'too_long'),
)

/** An e-mail of ASCII letters with a dotted domain; at most 64 before the @ and 255 in all. Linear in its length. */
export const Email = v.pipe(
  v.string('required'),
  v.maxLength(300, 'email_invalid'),
  v.transform(normaliseEmail),
  v.minLength(1, 'required'),
  v.maxLength(255, 'email_invalid'),
  v.regex(
    /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'email_invalid',
  ),
  v.check(email => email.indexOf('@') <= 64, 'email_invalid'),
)

/** `+52` */
export const MobileSag = v.pipe(v.string('required'), v.regex(/^\+[1-9][0-9]{0,3}$/, 'region_unsupported'))
/** The number as typed; the service reads it in full (libphonenumber). */
export const Mobile = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(60, 'mobile_invalid'))

/** Exactly four digits, after normalisation of scripts and separators. */
export const VerifyCode = v.pipe(
  v.string('required'),
  v.maxLength(500, 'code_wrong'),
  v.transform(parseVerifyCode),
  v.regex(/^[0-9]{4}$/, 'code_wrong'),
)

export const InviteCode = v.pipe(
  v.string('required'),
  v.maxLength(64, 'invite_unknown'),
  v.transform(normaliseInviteCode),
  v.regex(/^[0-9A-Z]{4,16}$/, 'invite_unknown'),
)

/** 1 to 20 graphemes. Source: rulings.md R11. */
export const Nickname = v.pipe(
  v.string('required'),
  ...limitCodePoints(0, 400),
  v.transform(normaliseNickname),
  v.minLength(1, 'required'),
  v.check(text => countGraphemes(text) <= 20, 'too_long'),
  v.check(text => !tooManyMarks.test(text.normalize('NFD')), 'invalid'),
)

/** People who earn money here must be able to sign for it themselves. Source: rulings.md R12. */
const leastAge = 18

/** `YYYY-MM-DD`, a day that exists, not before 1900, and at least `leastAge` years ago in every time zone. */
export const Birthday = v.pipe(
  v.string('required'),
  v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'invalid'),
  v.check(isCalendarDay, 'invalid'),
  v.check(day => day > computeLatestDay() || day <= computeLatestBirthday(), 'too_young'),
)

/** The day it is where it is latest. */
const computeLatestDay = (): string => new Date(Date.now() + 14 * 3600_000).toISOString().slice(0, 10)

/** The birthday of a person who turns `leastAge` today. */
export function computeLatestBirthday(): string {
  const day = computeLatestDay()
  return `${Number(day.slice(0, 4)) - leastAge}${day.slice(4)}`
}

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().slice(0, 10) === text &&
    text >= '1900-01-01' &&
    text <= computeLatestDay()
  )
}

/** A name of the IANA table (`America/Mexico_City`), never an offset: an offset does not know when clocks change. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const TimeZone = v.pipe(v.string('required'), v.maxLength(64, 'invalid'), v.check(isTimeZone, 'invalid'))

/** An opaque public id. */
export const Id = v.pipe(v.string('required'), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'invalid'))
/** ISO 8601, UTC. */
export const Instant = v.string()

/**
 * A link that a person gives: https (http is upgraded), public host, no user or password, ≤ 2,048 characters, one link.
 * Returns the address as the parser understood it.
 */
export const WebLink = v.pipe(
  v.string('required'),
  v.transform(text => text.trim()),
  v.minLength(1, 'required'),
  v.maxLength(2048, 'too_long'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const link = parseLink(dataset.value)
    if (link) return link
    addIssue({ message: 'link_invalid' })
    return NEVER
  }),
)

/** A link to a post: the start page of a platform is none. */
export const VideoLink = v.pipe(
  WebLink,
  v.check(link => URL.parse(link)?.pathname !== '/', 'link_invalid'),
)

/** The parsed address of a link, or nothing when it is not one that may be shown. Source: bad-inputs.md 4.6. */
export function parseLink(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/\\]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return undefined
  const url = URL.parse(text)
  if (!url || url.username || url.password || !/\.[a-z][a-z0-9-]{1,62}$/i.test(url.hostname)) return undefined
  url.protocol = 'https:'
  return url.href
}
