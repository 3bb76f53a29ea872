import { expect, test } from 'vitest'
import { hasEveryWord } from './articles.ts'

test('every word must be there, in any order and case', () => {
  expect(hasEveryWord('How long does a withdrawal take?', 'TAKE withdrawal')).toBe(true)
  expect(hasEveryWord('How long does a withdrawal take?', 'withdrawal card')).toBe(false)
})

test('accents need not be typed', () => expect(hasEveryWord('¿Cuánto tarda? Comisión', 'cuanto comision')).toBe(true))
test('the marks of Hindi letters count', () => {
  expect(hasEveryWord('पासवर्ड भूल गए', 'पासवर्ड')).toBe(true)
  expect(hasEveryWord('पासवर्ड', 'पसवरड')).toBe(false)
})
test('full-width digits find the official code', () => expect(hasEveryWord('code 888888', '８８８')).toBe(true))
