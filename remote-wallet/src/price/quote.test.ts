import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOffer, computePortion, toReadablePrice, findSaleProblem, computeQuote, toTypedAmount } from './quote.ts'

const price = { fee_bps: 200, rate_num: '25', rate_den: '100', min: '1000', max: '1000000' }

describe('the quote', () => {
  it.each([
    ['1', '1', '0'],
    ['49', '1', '12'],
    ['50', '1', '12'],
    ['51', '2', '12'],
    ['99', '2', '24'],
    ['20000', '400', '4900'],
  ])('of %s takes a fee of %s and pays %s', (amount, fee, payout) => {
    expect(computeQuote(amount, price)).toMatchObject({ fee, payout })
  })

  it('never loses or makes a minor unit: amount = fee + net, and pays at most the rate', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.bigInt({ min: 1n, max: 10n ** 6n }), (amount, rate) => {
        const quote = computeQuote(String(amount), { ...price, rate_num: String(rate) })
        expect(BigInt(quote.fee) + BigInt(quote.net)).toBe(amount)
        expect(BigInt(quote.payout) * 100n).toBeLessThanOrEqual(BigInt(quote.net) * rate)
      }),
    )
  })

  it('shows what one coin is worth', () => {
    expect(toReadablePrice(price)).toEqual({ coins: 1, cash: '25' })
    expect(toReadablePrice({ rate_num: '3', rate_den: '1' })).toEqual({ coins: 1, cash: '300' })
    expect(toReadablePrice({ rate_num: '1', rate_den: '10' })).toEqual({ coins: 1, cash: '10' })
  })

  it.each([
    ['86', '10000', { coins: 100, cash: '86' }],
    ['31', '10000', { coins: 100, cash: '31' }],
    ['1', '1000000', { coins: 100_000, cash: '10' }],
    ['0', '1', { coins: 1_000_000, cash: '0' }],
  ])('shows what so many coins are worth that it is not nothing, at a rate of %s / %s', (rate_num, rate_den, shown) => {
    expect(toReadablePrice({ rate_num, rate_den })).toEqual(shown)
  })
})

describe('the amount', () => {
  it('must be there and inside the limits, both ends included', () => {
    expect(findSaleProblem('5001', '5000', price)).toBe('insufficient')
    expect(findSaleProblem('999', '5000', price)).toBe('low')
    expect(findSaleProblem('1000', '5000', price)).toBeUndefined()
    expect(findSaleProblem('5000', '5000', price)).toBeUndefined()
    expect(findSaleProblem('1000000', '2000000', price)).toBeUndefined()
    expect(findSaleProblem('1000001', '2000000', price)).toBe('high')
  })

  it('is typed back with the separator of the language', () => {
    expect(toTypedAmount('128450', 'es_ES')).toBe('1284,50')
    expect(toTypedAmount('5', 'en_US')).toBe('0.05')
    expect(computePortion('333', 50n)).toBe('166')
  })
})

describe('the offer', () => {
  const account = { ...price, id: 'a', payway_id: 'clabe', currency: 'MXN', scale: 2, rate_num: '1' }
  const way = { ...price, payway_id: 'clabe', rate_num: '30', rate_den: '90', fee_bps: 150 }
  const other = { ...way, payway_id: 'pix', rate_num: '7' }
  const config = { ...price, payout_currency: 'BRL', payout_scale: 0 }
  const offer = (...given: unknown[]) => findOffer(...(given as Parameters<typeof findOffer>))

  it('is the price of now of the account’s own pay way, within the account’s limits', () => {
    expect(offer(account, { config }, [other, way])).toEqual({
      ...account,
      rate_num: '30',
      rate_den: '90',
      fee_bps: 150,
    })
  })

  it('is the account’s price while its pay way is unknown, the default without an account', () => {
    expect(offer(account, { config }, [other])).toEqual(account)
    expect(offer(undefined, { config }, [way])).toEqual({ ...config, currency: 'BRL', scale: 0 })
    expect(offer(undefined, {})).toBeUndefined()
    expect(offer(undefined, undefined)).toBeUndefined()
  })
})
