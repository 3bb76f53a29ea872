import { Email } from '@adcoin/contract'
import * as v from 'valibot'

export type Method = 'mobile' | 'email'

/** Both inputs keep what was typed; only the chosen method is validated. */
export type AccountValues = { method: Method; region: string; mobile: string; email: string }

const typed = { region: v.string(), mobile: v.string(), email: v.string() }
export const accountFields = {
  mobile: { method: v.literal('mobile'), ...typed },
  email: { method: v.literal('email'), ...typed, email: Email },
}

export const AccountFields = v.variant('method', [v.object(accountFields.mobile), v.object(accountFields.email)])
export type AccountFields = v.InferOutput<typeof AccountFields>

/** The field of each refusal about an account. */
export const accountErrorFields = {
  mobile: 'mobile',
  mobile_sag: 'mobile',
  mobile_invalid: 'mobile',
  region_unsupported: 'mobile',
  email: 'email',
  email_invalid: 'email',
} as const
