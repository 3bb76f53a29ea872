import { defaultLanguage, languages, tagOf, type ApiCode } from '@adcoin/contract'
import { createInstance, type i18n as Instance } from 'i18next'
import { useSyncExternalStore } from 'react'

/**
 * The browser's own `Intl`, read by the shell's first file before any remote runs. A remote that replaces it or its
 * prototypes cannot change amounts, numbers or dates of other areas.
 */
const { NumberFormat, DateTimeFormat, RelativeTimeFormat } = Intl
const { apply, getOwnPropertyDescriptor } = Reflect
type Getter = { readonly get: () => (value: never) => string }
const { get: getNumberFormat } = getOwnPropertyDescriptor(NumberFormat.prototype, 'format') as Getter
const { get: getDateFormat } = getOwnPropertyDescriptor(DateTimeFormat.prototype, 'format') as Getter
const { formatToParts } = NumberFormat.prototype
const { format: formatRelative } = RelativeTimeFormat.prototype

/** Takes exact decimals as text. */
export type NumberFormatter = (value: number | bigint | `${number}`) => string

export function createNumberFormatter(tag: string, options: Intl.NumberFormatOptions): NumberFormatter {
  return apply(getNumberFormat, new NumberFormat(tag, options), []) as NumberFormatter
}

export function formatNumberParts(tag: string, value: number): readonly Intl.NumberFormatPart[] {
  return apply(formatToParts, new NumberFormat(tag, { useGrouping: true }), [value])
}

export function createDateFormatter(tag: string, options: Intl.DateTimeFormatOptions): (date: Date) => string {
  return apply(getDateFormat, new DateTimeFormat(tag, options), []) as (date: Date) => string
}

export function createRelativeFormatter(tag: string): (value: number, unit: Intl.RelativeTimeFormatUnit) => string {
  const format = new RelativeTimeFormat(tag, { numeric: 'auto' })
  return (value, unit) => apply(formatRelative, format, [value, unit])
}

/** The page's one i18next instance: a namespace for each remote. Its language is a BCP 47 tag. */
export const i18n: Instance = createInstance()

void i18n.init({
  lng: tagOf(defaultLanguage),
  resources: {},
  ns: [],
  initAsync: false,
  // Each language is complete. If a file failed to load, another language replaces it, English first.
  fallbackLng: [defaultLanguage, ...languages.map(({ api_code }) => api_code)].map(tagOf),
  load: 'currentOnly',
  // A key belongs to the namespace of its remote; "wallet:title" is no way into another one.
  nsSeparator: false,
  // React escapes. Values are not interpolated or nested again: `skipOnVariables`, the default.
  interpolation: { escapeValue: false },
  // No key and no placeholder is ever shown. Source: faults.md D08.
  parseMissingKeyHandler: () => '',
  missingInterpolationHandler: () => '',
})

// i18next reads the page's `Intl` for each figure; a remote that replaces it cannot change `{{count, number}}` either.
i18n.services.formatter?.add('number', value => createNumberFormatter(i18n.language, {})(value))

/** Loaders of texts that must be there before a change of language is shown. */
const followers = new Set<(code: ApiCode) => Promise<unknown>>()
let latest = 0

/** Calls `load` before each change of language; the change waits for it. */
export function onBeforeLanguageChange(load: (code: ApiCode) => Promise<unknown>): void {
  followers.add(load)
}

/**
 * Changes the language of everything that is mounted, at once: first every registered namespace is loaded, then all
 * texts switch in one step. The later of two overlapping changes wins. For the shell.
 */
export async function setLanguage(code: ApiCode): Promise<void> {
  const change = ++latest
  // A missing language file keeps no other namespace from switching: it is retried.
  await Promise.allSettled([...followers].map(load => load(code)))
  if (change === latest && currentLanguage() !== code) await i18n.changeLanguage(tagOf(code))
}

/** The language that texts and formats are in now. */
export function currentLanguage(): ApiCode {
  return languages.find(({ tag }) => tag === i18n.language)?.api_code ?? defaultLanguage
}

/** The current language in a component. */
export function useLanguage(): ApiCode {
  return useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage)
}

function onLanguageChange(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}
