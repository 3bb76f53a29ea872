import { expect, it } from 'vitest'
import { parseDestination } from './record-commands.ts'
import { parseWords } from './words.ts'

it.each([
  [['withdraw', 'list'], { words: ['withdraw', 'list'], flags: {}, json: false }],
  [
    ['outbox', '--to', '+52 55 1234 5678', '--json'],
    { words: ['outbox'], flags: { to: '+52 55 1234 5678' }, json: true },
  ],
  [['--json', 'outbox', '--to=a@b.com'], { words: ['outbox'], flags: { to: 'a@b.com' }, json: true }],
  [
    ['withdraw', 'reject', 'x', '--reason', 'a = b', '--by', 'ana'],
    { words: ['withdraw', 'reject', 'x'], flags: { reason: 'a = b', by: 'ana' }, json: false },
  ],
  [
    ['withdraw', 'reject', 'x', '--reason', '--json'],
    { words: ['withdraw', 'reject', 'x'], flags: { reason: true }, json: true },
  ],
  [
    ['withdraw', 'reject', 'x', '--reason', '-5 days', '--reason=no', '--json'],
    { words: ['withdraw', 'reject', 'x'], flags: { reason: 'no' }, json: true },
  ],
  [['payway', 'price', 'x', '--num', '-5'], { words: ['payway', 'price', 'x'], flags: { num: '-5' }, json: false }],
])('%j is read as words and flags', (args, expected) => {
  expect(parseWords(args)).toEqual(expected)
})

it.each([
  ['+525512345678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['0052 55 1234-5678', '+525512345678'],
  [' Ana@Example.com ', 'ana@example.com'],
])('the outbox finds %j', (typed, stored) => {
  expect(parseDestination(typed)).toBe(stored)
})
