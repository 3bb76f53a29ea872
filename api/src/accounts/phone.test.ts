import { describe, expect, it } from 'vitest'
import { canBeMobile, maskEmail, maskMobile, parsePhone } from './phone.ts'

describe('a mobile number as people type it', () => {
  it.each([
    ['+52', '5512345678', '+525512345678'],
    ['+52', '+52 55 1234 5678', '+525512345678'],
    ['+52', '0052 55 1234 5678', '+525512345678'],
    ['+52', '55-1234-5678', '+525512345678'],
    ['+52', '(55) 1234 5678', '+525512345678'],
    ['+91', '९८७६५४३२१०', '+919876543210'],
    ['+52', '５５１２３４５６７８', '+525512345678'],
    ['+1', '\u202a+1 (201) 555\u20110123\u202c', '+12015550123'],
    ['+886', '0912345678', '+886912345678'],
    ['+34', '612 34 56 78', '+34612345678'],
  ])('reads %s %s', (sag, typed, e164) => {
    expect(parsePhone(sag, typed)).toBe(e164)
  })

  it.each([
    ['+52', ''],
    ['+52', 'abc'],
    ['+52', '5'],
    ['+52', '-5512345678'],
    ['+52', '−5512345678'],
    ['+52', '5512345678;ext=9'],
    ['+52', '5512345678 x9'],
    ['+52', '<svg onload=alert(1)>'],
    ['+52', '+1 201 555 0123'],
    ['+52', '551234567890123456'],
    ['+52', '0000000000'],
  ])('refuses %s %s', (sag, typed) => {
    expect(parsePhone(sag, typed)).toBeUndefined()
  })

  it.each([
    ['+1', '201 555 0123', 'US, where both look alike'],
    ['+52', '55 1234 5678', 'MX, where both look alike'],
    ['+34', '612 34 56 78', 'ES'],
    ['+34', '712 34 56 78', 'ES, the newer block'],
    ['+351', '912 345 678', 'PT'],
    ['+886', '0912 345 678', 'TW'],
    ['+91', '98765 43210', 'IN'],
    ['+55', '11 96123 4567', 'BR'],
  ])('%s %s may get a code (%s)', (sag, typed) => {
    expect(canBeMobile(parsePhone(sag, typed) ?? '')).toBe(true)
  })

  it.each([
    ['+1', '900 555 0123', 'US premium'],
    ['+1', '800 555 0123', 'US free of charge'],
    ['+52', '900 123 4567', 'MX premium'],
    ['+52', '800 123 4567', 'MX free of charge'],
    ['+34', '803 123 456', 'ES premium'],
    ['+34', '912 345 678', 'ES landline'],
    ['+34', '900 123 456', 'ES free of charge'],
    ['+34', '704 000 000', 'ES personal number'],
    ['+351', '212 345 678', 'PT landline'],
    ['+351', '760 123 456', 'PT premium'],
    ['+351', '808 123 456', 'PT shared cost'],
    ['+886', '02 2123 4567', 'TW landline'],
    ['+886', '0800 123 456', 'TW free of charge'],
    ['+91', '11 2345 6789', 'IN landline'],
    ['+91', '1800 123 4567', 'IN free of charge'],
    ['+91', '1860 123 4567', 'IN shared cost'],
    ['+55', '11 2345 6789', 'BR landline'],
  ])('%s %s gets no code (%s)', (sag, typed) => {
    expect(canBeMobile(parsePhone(sag, typed) ?? '')).toBe(false)
  })

  it('shows only its end', () => {
    expect(maskMobile('+525512344321', '+52')).toBe('+52 ••••• 4321')
    expect(maskEmail('ana@mail.com')).toBe('a•••@mail.com')
  })
})
