import { expect, test } from 'vitest'
import { documentTitle } from './use-arrival.ts'

test('a screen is named before the project', () => expect(documentTitle('My money')).toBe('My money · Ad Coin'))
test('home carries the project title alone', () => expect(documentTitle('Ad Coin')).toBe('Ad Coin'))
test('a screen whose title is not there yet carries the project title', () => {
  expect(documentTitle(undefined)).toBe('Ad Coin')
  expect(documentTitle('')).toBe('Ad Coin')
})
