/**
 * The browser's own `Intl`, read by the shell's first file before any remote runs. A remote that replaces it or its
 * prototypes cannot change amounts, numbers or dates of other areas.
 */
const { NumberFormat, DateTimeFormat, RelativeTimeFormat } = Intl
const { apply, getOwnPropertyDescriptor } = Reflect
type Getter = { readonly get: () => (value: never) => string }
const { get: formatOfNumber } = getOwnPropertyDescriptor(NumberFormat.prototype, 'format') as Getter
const { get: formatOfDate } = getOwnPropertyDescriptor(DateTimeFormat.prototype, 'format') as Getter
const { formatToParts } = NumberFormat.prototype
const { format: formatRelative } = RelativeTimeFormat.prototype

/** Takes exact decimals as text. */
export type NumberFormatter = (value: number | bigint | `${number}`) => string

export function numberFormatter(tag: string, options: Intl.NumberFormatOptions): NumberFormatter {
  return apply(formatOfNumber, new NumberFormat(tag, options), []) as NumberFormatter
}

export function numberParts(tag: string, value: number): readonly Intl.NumberFormatPart[] {
  return apply(formatToParts, new NumberFormat(tag, { useGrouping: true }), [value])
}

export function dateFormatter(tag: string, options: Intl.DateTimeFormatOptions): (date: Date) => string {
  return apply(formatOfDate, new DateTimeFormat(tag, options), []) as (date: Date) => string
}

export function relativeFormatter(tag: string): (value: number, unit: Intl.RelativeTimeFormatUnit) => string {
  const format = new RelativeTimeFormat(tag, { numeric: 'auto' })
  return (value, unit) => apply(formatRelative, format, [value, unit])
}
