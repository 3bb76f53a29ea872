import { normalisedPassword, Password, type UserSetting } from '@adcoin/contract'
import * as v from 'valibot'

/** The two fields of every new trading password; letters allowed. Source: rulings.md R5. */
export const newPasswordFields = {
  pay_passwd: Password,
  confirm_pay_passwd: v.pipe(v.string('required'), v.minLength(1, 'required')),
}

/** Compared as the service compares them: é typed on two keyboards is one password. */
export function sameTwice({
  pay_passwd,
  confirm_pay_passwd,
}: {
  pay_passwd: string
  confirm_pay_passwd: string
}): boolean {
  return normalisedPassword(pay_passwd) === normalisedPassword(confirm_pay_passwd)
}

/** Where the service's refusals of a new password stand. */
export const newPasswordErrors = {
  pay_passwd: 'pay_passwd',
  pwd_short: 'pay_passwd',
  pwd_reused: 'pay_passwd',
  confirm_pay_passwd: 'confirm_pay_passwd',
  pwd_mismatch: 'confirm_pay_passwd',
} as const

/** The first one of somebody without a login password is set with a code; who has one sets it with that. */
export function isFirstByCode({ is_pay_passwd, has_passwd }: UserSetting): boolean {
  return !is_pay_passwd && !has_passwd
}
