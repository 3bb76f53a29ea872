import {
  defaultLanguage,
  fieldErrorKeys,
  isApiCode,
  type ApiCode,
  type ErrorKey,
  type FieldErrorKey,
} from '@adcoin/contract'
import type { Texts } from '../database/column-types.ts'
import english from './messages/en_US.json' with { type: 'json' }
import spainSpanish from './messages/es_ES.json' with { type: 'json' }
import mexicoSpanish from './messages/es_MX.json' with { type: 'json' }
import hindi from './messages/hi_IN.json' with { type: 'json' }
import portuguese from './messages/pt_PT.json' with { type: 'json' }
import chinese from './messages/zh_TW.json' with { type: 'json' }

type Messages = typeof english
const messages = {
  en_US: english,
  zh_TW: chinese,
  pt_PT: portuguese,
  hi_IN: hindi,
  es_MX: mexicoSpanish,
  es_ES: spainSpanish,
} satisfies Record<ApiCode, Messages>

/** The language of a `lang` header; unknown or absent: English. */
export function toLanguage(header: unknown): ApiCode {
  return isApiCode(header) ? header : defaultLanguage
}

/** The sentence of an error. */
export function describeError(language: ApiCode, key: ErrorKey): string {
  return messages[language].errors[key]
}

/**
 * The sentence of one wrong field: "Nickname: this is too long". A field that no person fills in has the name of the
 * call's input.
 */
export function describeField(language: ApiCode, field: string, key: FieldErrorKey): string {
  const { errors, fields, problems } = messages[language]
  // A sentence of its own names its subject: "E-mail: Please enter a valid email" would repeat it.
  if (!isProblem(key)) return errors[key]
  const sentence = problems[key]
  const name = field.split('.')[0] ?? ''
  const label = Object.hasOwn(fields, name)
    ? fields[name as keyof typeof fields]
    : /^[\w-]{1,40}$/.test(name)
      ? name
      : undefined
  return label === undefined ? sentence : `${label}${messages[language].colon}${sentence}`
}

function isProblem(key: FieldErrorKey): key is (typeof fieldErrorKeys)[number] {
  return fieldErrorKeys.some(problem => problem === key)
}

/** The text of a row in a language; English where the row has none. */
export function textOf(texts: Texts, language: ApiCode): string {
  return texts[language] ?? texts[defaultLanguage] ?? Object.values(texts)[0] ?? ''
}

/** Titles, states and messages of the service itself (`withdraw.paid`), with `{{name}}` filled in. */
export function writeServiceText(
  language: ApiCode,
  key: keyof Messages['texts'],
  values: Readonly<Record<string, string>> = {},
): string {
  return messages[language].texts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

export const allMessages: Readonly<Record<ApiCode, Messages>> = messages
