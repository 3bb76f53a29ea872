import { normalisePassword, Password } from '@adcoin/contract'
import * as v from 'valibot'

/** The two fields of every new password. Source: specification.md 5. */
export const newPasswordFields = {
  password: Password,
  confirm_password: v.pipe(v.string('required'), v.minLength(1, 'required')),
}

/** The field of each refusal of a new password. */
export const newPasswordRefusals = {
  password: 'password',
  confirm_password: 'confirm_password',
  pwd_short: 'password',
  pwd_reused: 'password',
  pwd_mismatch: 'confirm_password',
} as const

/** Compared as the service compares them: é typed on two keyboards is one password. */
export function isPasswordRepeated({
  password,
  confirm_password,
}: {
  password: string
  confirm_password: string
}): boolean {
  return normalisePassword(password) === normalisePassword(confirm_password)
}

export const NewPasswordForm = v.pipe(
  v.object(newPasswordFields),
  v.forward(v.partialCheck([['password'], ['confirm_password']], isPasswordRepeated, 'pwd_mismatch'), [
    'confirm_password',
  ]),
)
