import { expect, test } from 'vitest'
import { matches } from './articles.ts'

test('every word must be there, in any order and case', () => {
  expect(matches('How long does a withdrawal take?', 'TAKE withdrawal')).toBe(true)
  expect(matches('How long does a withdrawal take?', 'withdrawal card')).toBe(false)
})

test('accents need not be typed', () => expect(matches('¿Cuánto tarda? Comisión', 'cuanto comision')).toBe(true))
test('the marks of Hindi letters count', () => {
  expect(matches('पासवर्ड भूल गए', 'पासवर्ड')).toBe(true)
  expect(matches('पासवर्ड', 'पसवरड')).toBe(false)
})
test('full-width digits find the official code', () => expect(matches('code 888888', '８８８')).toBe(true))
