import { tagOf, type ApiCode } from '@adcoin/contract'
import { allMessages } from './languages.ts'

/** Reasons of the service itself why a review failed or a task was stopped. */
export type ReasonKey = keyof (typeof allMessages)['en_US']['reasons']

/** As stored: `@few_fans:12:100`. An operator's own words are stored as they are. */
export function encodeReason(key: ReasonKey, values: readonly number[] = []): string {
  return ['@' + key, ...values.map(String)].join(':')
}

/** The sentence of a stored reason in the caller's language; an operator's own text as typed, and marked as theirs. */
export function describeReason(stored: string | null, language: ApiCode): string | null {
  if (stored === null) return null
  const [key = '', ...values] = stored.slice(1).split(':')
  const { reasons } = allMessages[language]
  const known: Readonly<Record<string, string>> = reasons
  const sentence = stored.startsWith('@') ? known[key] : undefined
  if (sentence === undefined) return fillSentence(reasons.typed, [stored])
  const format = new Intl.NumberFormat(tagOf(language))
  return fillSentence(
    sentence,
    values.map(value => format.format(Number(value))),
  )
}

const accountReasons: readonly ReasonKey[] = ['holder_differs', 'account_refused']

/** Whether a withdrawal was rejected for its account: another try into it would be rejected again. */
export function isAccountReason(stored: string | null): boolean {
  return accountReasons.some(key => stored === encodeReason(key))
}

function fillSentence(sentence: string, values: readonly string[]): string {
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
