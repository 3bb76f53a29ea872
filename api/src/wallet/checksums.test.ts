import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isAbaRouting, isClabe, isCheckPassed } from './checksums.ts'

const isIban = (text: string): boolean => isCheckPassed('iban', text)

describe('checksums of payment accounts', () => {
  it('accepts the published examples', () => {
    expect(isIban('ES9121000418450200051332')).toBe(true)
    expect(isIban('PT50000201231234567890154')).toBe(true)
    expect(isClabe('032180000118359719')).toBe(true)
    expect(isAbaRouting('021000021')).toBe(true)
    expect(isAbaRouting('122105155')).toBe(true)
  })

  it('reads an IBAN with the spaces that people paste, in lower case', () => {
    expect(isCheckPassed('iban', 'es91 2100 0418 4502 0005 1332')).toBe(true)
  })

  it('refuses every single changed digit', () => {
    const changed = (text: string, at: number, by: number) =>
      text.slice(0, at) + ((Number(text[at]) + by) % 10) + text.slice(at + 1)
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 23 }),
        fc.integer({ min: 1, max: 9 }),
        (at, by) => !isIban(changed('ES9121000418450200051332', at, by)),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 17 }),
        fc.integer({ min: 1, max: 9 }),
        (at, by) => !isClabe(changed('032180000118359719', at, by)),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (at, by) => !isAbaRouting(changed('021000021', at, by)),
      ),
    )
  })

  it('refuses an IBAN of the wrong length for its country, and one of no country', () => {
    expect(isIban('PT5000020123123456789015')).toBe(false)
    expect(isIban('')).toBe(false)
    expect(isIban('ES')).toBe(false)
    expect(isIban('XX82WEST12345698765432')).toBe(false)
  })

  it('refuses a routing number of zeros, which its sum alone would accept', () => {
    expect(isAbaRouting('000000000')).toBe(false)
  })

  it('asks nothing of an account without a checksum', () => {
    expect(isCheckPassed('none', 'ana@okbank')).toBe(true)
  })
})
