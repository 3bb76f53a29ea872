import * as v from 'valibot'

/**
 * Minor units as a decimal string, `"128450"` = 1,284.50 Ad Coin. Never a float; `BigInt(amount)` is always safe.
 * At most 15 digits, may be negative (an expense, a correction).
 */
export const MinorUnits = v.pipe(v.string(), v.regex(/^(0|-?[1-9][0-9]{0,14})$/))

/** A positive amount that a person asks for. Source: bad-inputs.md 4.5. */
export const PositiveMinorUnits = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/))

/** ISO 4217, or `ADC` for Ad Coin (scale 2). */
export const Currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))

export const Money = v.object({
  amount: MinorUnits,
  currency: Currency,
  scale: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
})
export type Money = v.InferOutput<typeof Money>

export const coin = { currency: 'ADC', scale: 2 } as const

/** Basis points of the withdrawal fee: 2 %. Source: specification.md 9. */
export const feeBps = 200n
/** Basis points of the referral bonus: 10 %, extra, to the direct inviter. Source: rulings.md R10. */
export const referralBps = 1000n

/** fee = ceil(2 % of A). Source: rulings.md R5. */
export function calculateFee(amount: bigint, bps: bigint = feeBps): bigint {
  return (amount * bps + 9999n) / 10000n
}

/**
 * payout = floor((A − fee) × rate), rate = num/den in payout minor units per coin minor unit. Source: rulings.md R5.
 */
export function calculatePayout(net: bigint, rateNum: bigint, rateDen: bigint): bigint {
  return (net * rateNum) / rateDen
}

/** floor(10 % of the reward). */
export function calculateReferral(reward: bigint): bigint {
  return (reward * referralBps) / 10000n
}
