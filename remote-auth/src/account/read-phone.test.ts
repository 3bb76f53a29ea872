import { describe, expect, it } from 'vitest'
import { loadPhoneTables, readPhone } from './read-phone.ts'

const regions = [
  { region: 'MX', mobile_sag: '+52' },
  { region: 'IN', mobile_sag: '+91' },
  { region: 'ES', mobile_sag: '+34' },
]
const parse = await loadPhoneTables()
const read = (text: string, region = 'MX', isNew = true) => readPhone(text, region, regions, parse, isNew)

describe('a mobile number', () => {
  it.each([
    ['5512345678', 'as digits'],
    ['+52 55 1234 5678', 'with the country code that is chosen already'],
    ['0052 55 1234 5678', 'with 00 before the country code'],
    ['(55) 1234\u20115678', 'with brackets and a no-break hyphen'],
    ['\u202a55\u00a01234\u00a05678\u202c', 'with invisible marks of a contact list'],
    ['५५१२३४५६७८', 'in Devanagari digits'],
    ['５５１２３４５６７８', 'in full-width digits'],
  ])('%s (%s) is one and the same', text => {
    expect(read(text)).toEqual({
      ok: true,
      phone: { region: 'MX', mobile_sag: '+52', mobile: '5512345678', shown: '+52 55 1234 5678' },
    })
  })

  it('drops the national zero where the country has one', () => {
    expect(read('09876543210', 'IN')).toMatchObject({ ok: true, phone: { mobile: '9876543210' } })
  })

  it('of another offered region changes the region', () => {
    expect(read('+34 612 34 56 78')).toMatchObject({
      ok: true,
      phone: { region: 'ES', mobile_sag: '+34', mobile: '612345678' },
    })
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['abc', 'mobile_invalid'],
    ['5', 'mobile_invalid'],
    ['-5551234567', 'mobile_invalid'],
    ['5551234567;ext=9', 'mobile_invalid'],
    ['<svg onload=alert(1)>', 'mobile_invalid'],
    ['1'.repeat(41), 'mobile_invalid'],
    ['+44 7400 123456', 'region_unsupported'],
  ])('%j is refused as %s', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem })
  })

  it.each([
    ['900 123 4567', 'MX', 'premium'],
    ['800 123 4567', 'MX', 'free of charge'],
    ['11 2345 6789', 'IN', 'a landline'],
    ['912 345 678', 'ES', 'a landline'],
    ['+34 803 123 456', 'MX', 'premium, of another country'],
  ])('%s (%s, %s) gets no code; a person who has it already can log in', (text, region) => {
    expect(read(text, region)).toEqual({ ok: false, problem: 'mobile_invalid' })
    const known = read(text, region, false)
    expect(known.ok || known.problem === 'mobile_invalid').toBe(true)
  })

  it('in a region that the service does not offer is refused', () => {
    expect(read('7400123456', 'GB')).toEqual({ ok: false, problem: 'region_unsupported' })
  })

  it('goes to the service as typed where the tables did not arrive', () => {
    expect(readPhone('55 1234 5678', 'MX', regions, undefined, true)).toEqual({
      ok: true,
      phone: { region: 'MX', mobile_sag: '+52', mobile: '55 1234 5678', shown: '+52 55 1234 5678' },
    })
  })
})
