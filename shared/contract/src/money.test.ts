import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calculateFee, MinorUnits, Money, calculatePayout, PositiveMinorUnits, calculateReferral } from './index.ts'

const amount = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const rate = fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n })

describe('the fee (rulings.md R5)', () => {
  it.each([
    [1n, 1n],
    [49n, 1n],
    [50n, 1n],
    [51n, 2n],
    [99n, 2n],
    [100n, 2n],
    [101n, 3n],
    [128_450n, 2569n],
    [999_999_999_999_999n, 20_000_000_000_000n],
  ])('of %s is %s: two per cent, rounded up', (gross, fee) => {
    expect(calculateFee(gross)).toBe(fee)
  })

  it('is the smallest whole amount of at least two per cent, at most the amount', () => {
    fc.assert(
      fc.property(amount, gross => {
        const fee = calculateFee(gross)
        expect(fee * 100n >= gross * 2n && (fee - 1n) * 100n < gross * 2n).toBe(true)
        expect(fee <= gross).toBe(true)
      }),
    )
  })

  it('is never smaller when it is taken in parts', () => {
    fc.assert(
      fc.property(amount, amount, (one, two) => {
        expect(calculateFee(one) + calculateFee(two) >= calculateFee(one + two)).toBe(true)
      }),
    )
  })

  it('of nothing is nothing, and of no rate is nothing', () => {
    expect([calculateFee(0n), calculateFee(1000n, 0n)]).toEqual([0n, 0n])
  })
})

describe('the payout', () => {
  it('is rounded down: never more than the exact value, and less than one minor unit below it', () => {
    fc.assert(
      fc.property(amount, rate, rate, (net, num, den) => {
        const payout = calculatePayout(net, num, den)
        expect(payout * den <= net * num && net * num < (payout + 1n) * den).toBe(true)
      }),
    )
  })

  it('together with the fee never gives out more than was taken', () => {
    fc.assert(
      fc.property(amount, gross => {
        expect(calculatePayout(gross - calculateFee(gross), 1n, 1n) + calculateFee(gross)).toBe(gross)
      }),
    )
  })
})

describe('the referral bonus (rulings.md R10)', () => {
  it('is ten per cent, rounded down, so that many small rewards never pay more than one large', () => {
    expect([calculateReferral(9n), calculateReferral(10n), calculateReferral(12_050n)]).toEqual([0n, 1n, 1205n])
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 50 }), rewards => {
        const parts = rewards.reduce((sum, reward) => sum + calculateReferral(reward), 0n)
        const whole = calculateReferral(rewards.reduce((sum, reward) => sum + reward, 0n))
        expect(parts <= whole && whole - parts < BigInt(rewards.length)).toBe(true)
      }),
    )
  })
})

describe('an amount on the wire', () => {
  const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success

  it('is a decimal text of whole minor units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), minor => {
        expect(accepts(MinorUnits, String(minor))).toBe(true)
        expect(accepts(PositiveMinorUnits, String(minor))).toBe(minor > 0n)
      }),
    )
  })

  it.each([
    '',
    '00',
    '-0',
    '01',
    '0.00',
    '1.5',
    '1e3',
    '0x10',
    '5 ',
    ' 5',
    '+5',
    '−1',
    '(5)',
    '1,000',
    '1,5',
    '$5',
    '5 USD',
    '5%',
    '0.1+0.2',
    'Infinity',
    'NaN',
    'null',
    '१२',
    '9007199254740993',
    '1' + '0'.repeat(30),
    '5\n',
    5,
    null,
    true,
    [5],
    ['5'],
    {},
  ])('is never %j', input => {
    expect(accepts(MinorUnits, input)).toBe(false)
    expect(accepts(PositiveMinorUnits, input)).toBe(false)
  })

  it('names its currency and scale', () => {
    expect(accepts(Money, { amount: '5', currency: 'ADC', scale: 2 })).toBe(true)
    for (const changes of [
      { currency: 'adc' },
      { currency: 'ADCX' },
      { scale: 2.5 },
      { scale: -1 },
      { scale: 5 },
      { scale: '2' },
    ])
      expect(accepts(Money, { amount: '5', currency: 'ADC', scale: 2, ...changes })).toBe(false)
  })
})
