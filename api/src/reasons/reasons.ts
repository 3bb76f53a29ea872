import { tagOf, type ApiCode } from '@adcoin/contract'
import english from './locales/en_US.json' with { type: 'json' }
import spainSpanish from './locales/es_ES.json' with { type: 'json' }
import mexicoSpanish from './locales/es_MX.json' with { type: 'json' }
import hindi from './locales/hi_IN.json' with { type: 'json' }
import portuguese from './locales/pt_PT.json' with { type: 'json' }
import chinese from './locales/zh_TW.json' with { type: 'json' }

type Reasons = typeof english
/** Reasons of the service itself why a review failed or a task was stopped. */
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

/** The sentence of a stored reason in the caller's language; an operator's own text as typed, and marked as theirs. */
export function reasonText(stored: string | null, language: ApiCode): string | null {
  if (stored === null) return null
  const [key = '', ...values] = stored.slice(1).split(':')
  const known: Readonly<Record<string, string>> = reasons[language]
  const sentence = stored.startsWith('@') ? known[key] : undefined
  if (sentence === undefined) return filled(reasons[language].typed, [stored])
  const format = new Intl.NumberFormat(tagOf(language))
  return filled(
    sentence,
    values.map(value => format.format(Number(value))),
  )
}

function filled(sentence: string, values: readonly string[]): string {
  return sentence.replace(/\{\{(\d)\}\}/g, (_, index: string) => values[Number(index)] ?? '')
}

/** Reasons that operators may give by code: people read them in their own language. */
export const operatorCodes = {
  review: [
    'picture_unreadable',
    'other_post',
    'proof_missing',
    'username_differs',
    'link_unreachable',
    'link_platform',
  ],
  bind: ['profile_missing', 'challenge_missing'],
  withdraw: ['holder_differs', 'account_refused', 'bank_unavailable', 'not_confirmed'],
} as const satisfies Readonly<Record<string, readonly ReasonKey[]>>
