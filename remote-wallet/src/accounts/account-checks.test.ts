import { describe, expect, it } from 'vitest'
import { createExample, isValidField, normaliseAccount, type PayWayField } from './account-checks.ts'

const field = (change: Partial<PayWayField>): PayWayField => ({
  key: 'account',
  label: 'Account',
  regex: '^[0-9A-Z]+$',
  max: 40,
  check: 'none',
  example: '',
  inputmode: 'text',
  ...change,
})

describe('the number of an account', () => {
  it('is understood as it is pasted', () => {
    expect(normaliseAccount(' es91 2100 0418 4502 0005 1332 ', field({ check: 'iban' }))).toBe(
      'ES9121000418450200051332',
    )
    expect(normaliseAccount('०३२१८०-०००११८३५९७१९', field({ check: 'clabe' }))).toBe('032180000118359719')
  })

  it.each([
    ['iban', 'ES9121000418450200051332', true],
    ['iban', 'ES9121000418450200051333', false],
    ['iban', 'PT50000201231234567890154', true],
    ['clabe', '032180000118359719', true],
    ['clabe', '032180000118359718', false],
    ['aba', '021000021', true],
    ['aba', '021000022', false],
  ] as const)('with the check %s: %s is %s', (check, value, valid) => {
    expect(isValidField(value, field({ check }))).toBe(valid)
  })

  it('keeps to the form and the length of the pay way', () => {
    expect(isValidField('12345', field({ regex: '^[0-9]{10}$' }))).toBe(false)
    expect(isValidField('1'.repeat(41), field({}))).toBe(false)
  })

  it.each([
    ['clabe', '032180000118359719', '032180000118359710'],
    ['iban', 'ES91 2100 0418 4502 0005 1332', 'ES91 2100 0418 4502 0005 1333'],
    ['aba', '021000021', '021000022'],
  ] as const)('has an example of %s that is no account', (check, example, shown) => {
    expect(isValidField(example, field({ check }))).toBe(true)
    expect(createExample({ check, example })).toBe(shown)
    expect(isValidField(shown, field({ check }))).toBe(false)
  })

  it('has the example of the service where no checksum decides what is an account', () => {
    expect(createExample({ check: 'none', example: 'ana@okbank' })).toBe('ana@okbank')
  })
})
