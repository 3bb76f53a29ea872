import * as v from 'valibot'
import { Instant } from './fields.ts'
import { Currency, MinorUnits } from './money.ts'

/*
 * What a browser keeps of the signed-in person from one visit to the next. These shapes stand apart from the calls that
 * bring them: the shell's first file reads them from storage and has no call in it.
 */

const link = v.string()
/** Addresses on wa.me, api.whatsapp.com (ws) and t.me (tg); others are dropped by the browser. */
export const ServiceLinks = v.object({ ws: v.array(link), tg: v.array(link) })

/** Mobile and e-mail are masked (`+52 ••••• 4321`, `a•••@mail.com`). `gender`: 0 unset, 1 female, 2 male, 3 other. */
export const UserSetting = v.object({
  user_id: v.string(),
  customer_service_link: ServiceLinks,
  /** Public id of the person whose code was bound, or null. */
  inviter_id: v.nullable(v.string()),
  /** Their nickname, `Ad Coin` for the official code; absent in services before it. */
  inviter_name: v.optional(v.nullable(v.string())),
  invite_code: v.string(),
  is_pay_passwd: v.boolean(),
  email: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  mobile_sag: v.nullable(v.string()),
  /** Same-origin address of the picture, or null. */
  avatar: v.nullable(v.string()),
  birthday: v.nullable(v.string()),
  gender: v.number(),
  nick_name: v.nullable(v.string()),
  login_type: v.picklist(['mobile', 'email']),
  country_code: v.string(),
  /** The country decides the currency: it is fixed once there is a payment account or a withdrawal. */
  is_country_fixed: v.optional(v.boolean()),
  /** Whether a Google account with the e-mail of this one opens it; absent in services before it. */
  google_sign_in: v.optional(v.boolean()),
  is_google_linked: v.optional(v.boolean()),
  /** Whether a passkey of the account may confirm a withdrawal now. */
  passkey_confirms: v.optional(v.boolean()),
  /** The IANA time zone that starts the person's days; null until a browser has sent one: then days are UTC's. */
  time_zone: v.optional(v.nullable(v.string())),
  /** The browser sends the zone, again whenever it changes; false if the person chose one. */
  time_zone_auto: v.optional(v.boolean()),
  /** Whether a login password exists; false after a Google sign-in that set none. */
  has_passwd: v.boolean(),
})
export type UserSetting = v.InferOutput<typeof UserSetting>

export const scale = v.number()
/** Payout minor units per coin minor unit, num/den, positive whole numbers as strings. */
export const rate = {
  rate_num: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,17}$/)),
  rate_den: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,17}$/)),
}

/** The account's default price and limits in its country's currency; present with `fw=true`. */
export const MoneyConfig = v.object({
  fee_bps: v.number(),
  ...rate,
  payout_currency: Currency,
  payout_scale: scale,
  min: MinorUnits,
  max: MinorUnits,
  pay_hours: v.number(),
  withdraw_enabled: v.boolean(),
  /** Until when withdrawals are frozen after a security change, or null. */
  frozen_until: v.nullable(Instant),
})

/**
 * `amount` can be sold now; `hold` waits in open withdrawals. `version` grows with every posting; never show an older
 * one over a newer.
 */
export const Balance = v.object({
  amount: MinorUnits,
  hold: MinorUnits,
  currency: Currency,
  scale,
  version: v.number(),
  config: v.optional(MoneyConfig),
})
export type Balance = v.InferOutput<typeof Balance>
