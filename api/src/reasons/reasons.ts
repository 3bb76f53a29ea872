import { tagOf, type ApiCode } from '@adcoin/contract'
import english from './locales/en_US.json' with { type: 'json' }
import spainSpanish from './locales/es_ES.json' with { type: 'json' }
import mexicoSpanish from './locales/es_MX.json' with { type: 'json' }
import hindi from './locales/hi_IN.json' with { type: 'json' }
import portuguese from './locales/pt_PT.json' with { type: 'json' }
import chinese from './locales/zh_TW.json' with { type: 'json' }

type Reasons = typeof english
/** Why a review failed or a task was stopped, where the service itself says so. */
export type ReasonKey = keyof Reasons
const reasons: Readonly<Record<ApiCode, Reasons>> = {
  en_US: english,
  zh_TW: chinese,
  pt_PT: portuguese,
  hi_IN: hindi,
  es_MX: mexicoSpanish,
  es_ES: spainSpanish,
}

/** As stored: `@few_fans:12:100`. An operator's own words are stored as they are. */
export function storedReason(key: ReasonKey, values: readonly number[] = []): string {
  return ['@' + key, ...values.map(String)].join(':')
}

/** The sentence of a stored reason in the caller's language; an operator's words as written. */
export function reasonText(stored: string | null, language: ApiCode): string | null {
  if (stored === null || !stored.startsWith('@')) return stored
  const [key = '', ...values] = stored.slice(1).split(':')
  const sentence = (reasons[language] as Readonly<Record<string, string>>)[key]
  const format = new Intl.NumberFormat(tagOf(language))
  const numbers = values.map(value => format.format(Number(value)))
  return sentence?.replace(/\{\{(\d)\}\}/g, (_, index: string) => numbers[Number(index)] ?? '') ?? stored
}

/** What an operator writes: one line, no key of ours by accident. */
export function operatorReason(text: string): string {
  return text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^@+/, '')
    .slice(0, 300)
}
