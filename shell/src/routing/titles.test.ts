import { expect, test } from 'vitest'
import { formatDocumentTitle } from './use-arrival.ts'

test('a screen is named before the project', () => expect(formatDocumentTitle('My money')).toBe('My money · Ad Coin'))
test('home carries the project title alone', () => expect(formatDocumentTitle('Ad Coin')).toBe('Ad Coin'))
test('a screen whose title is not there yet carries the project title', () => {
  expect(formatDocumentTitle(undefined)).toBe('Ad Coin')
  expect(formatDocumentTitle('')).toBe('Ad Coin')
})
