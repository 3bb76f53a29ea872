import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

it.each([
  '123456',
  'password',
  'qwerty',
  'Password',
  ' password ',
  'pass\u200bword',
  'ｐａｓｓｗｏｒｄ',
  '１２３４５６',
  '१२३४५६',
  'iloveyou',
  'aaaaaaaa',
  'ababab',
  '98765432',
  '3456789012',
  'adcoin',
  'Ad Coin',
  'AdCoin2026!',
  'my-adcoin',
  'p-a-s-s-w-o-r-d',
])('%j is among the first that a person tries', password => expect(isCommonPassword(password)).toBe(true))

it.each([
  'correct horse',
  'battery staple',
  'adcoin pays my rent',
  '🐶🐱🐭🐹🐰🦊',
  '東京タワー見学',
  '193746',
  'x7!q-Zt',
])('%j is not', password => expect(isCommonPassword(password)).toBe(false))
