/**
 * Countries of registration: ISO country, dial code, how a mobile number looks in national form, and the payout
 * currency with its decimals.
 * Names come from `Intl.DisplayNames` in the caller's language. Source: reference-api.md 4.
 */
export type RegionRow = {
  readonly code: string
  readonly dialCode: `+${string}`
  readonly mobileRegex: string
  readonly example: string
  readonly currency: string
  /** Decimals of a payout. Taiwan's banks pay whole dollars. */
  readonly scale: number
}

export const regions = [
  { code: 'US', dialCode: '+1', mobileRegex: '^[2-9][0-9]{9}$', example: '2015550123', currency: 'USD', scale: 2 },
  { code: 'TW', dialCode: '+886', mobileRegex: '^0?9[0-9]{8}$', example: '0912345678', currency: 'TWD', scale: 0 },
  { code: 'PT', dialCode: '+351', mobileRegex: '^9[1236][0-9]{7}$', example: '912345678', currency: 'EUR', scale: 2 },
  { code: 'IN', dialCode: '+91', mobileRegex: '^0?[6-9][0-9]{9}$', example: '9812345678', currency: 'INR', scale: 2 },
  { code: 'MX', dialCode: '+52', mobileRegex: '^[1-9][0-9]{9}$', example: '5512345678', currency: 'MXN', scale: 2 },
  { code: 'ES', dialCode: '+34', mobileRegex: '^[67][0-9]{8}$', example: '612345678', currency: 'EUR', scale: 2 },
  {
    code: 'BR',
    dialCode: '+55',
    mobileRegex: '^0?[1-9][0-9]9[0-9]{8}$',
    example: '11987654321',
    currency: 'BRL',
    scale: 2,
  },
] as const satisfies readonly RegionRow[]

export type RegionCode = (typeof regions)[number]['code']
