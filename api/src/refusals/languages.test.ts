import { apiCodes, errorCodes, type ErrorKey } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { allMessages, describeError, describeField } from './languages.ts'
import sameAsEnglish from './messages/same-as-english.json' with { type: 'json' }

type Leaf = readonly [key: string, text: string]

/** Every text of a language file with its dotted key. */
function leavesOf(node: unknown, key = ''): readonly Leaf[] {
  if (typeof node === 'string') return [[key, node]]
  return Object.entries(node as object).flatMap(([name, child]) => leavesOf(child, key ? `${key}.${name}` : name))
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([found]) => found).sort()
const english = new Map(leavesOf(allMessages.en_US))

describe.each(apiCodes)('the sentences of the service in %s', language => {
  const texts = new Map(leavesOf(allMessages[language]))

  it('are the keys of English, none empty, with the same placeholders', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('')
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
    }
  })

  it('are no English, except where a reason demands it', () => {
    const excused = Object.entries(sameAsEnglish as Record<string, { languages: readonly string[] }>)
      .filter(([, { languages }]) => languages.includes(language))
      .map(([key]) => key)
    const same = [...texts].filter(([key, text]) => /\p{L}/u.test(text) && text === english.get(key))
    if (language !== 'en_US') expect(same.map(([key]) => key).sort()).toEqual(excused.sort())
  })

  it('include one for every error of the contract, and no two errors share one', () => {
    const keys = Object.keys(errorCodes) as ErrorKey[]
    expect(Object.keys(allMessages[language].errors).sort()).toEqual(keys.toSorted())
    expect(new Set(keys.map(key => describeError(language, key))).size).toBe(keys.length)
  })
})

it('the sentence of a field is shown alone; one that is only "not valid" names its field', () => {
  expect(describeField('en_US', 'email', 'email_invalid')).toBe('Please enter a valid email')
  expect(describeField('en_US', 'password', 'pwd_short')).toBe('Password must be at least 6 characters')
  expect(describeField('en_US', 'nick_name', 'too_long')).toBe('Nickname: this is too long')
})

/** specification.md 8, the sentences of the service; the others are the browser's own. */
it.each([
  ['internal', 'Something went wrong, please try again later'],
  ['pwd_mismatch', 'Passwords do not match'],
  ['pwd_short', 'Password must be at least 6 characters'],
  ['email_invalid', 'Please enter a valid email'],
  ['pay_pwd_unset', 'Trading password not set'],
] as const)("%s has the specification's words", (key, words) => {
  expect(describeError('en_US', key)).toBe(words)
})
