import {
  changeContactEmail,
  changeContactMobile,
  registerVerifyEmail,
  registerVerifyMobile,
  resetVerifyEmail,
  resetVerifyMobile,
  sendContactCodeEmail,
  sendContactCodeMobile,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  sendResetCodeEmail,
  sendResetCodeMobile,
  type RequestOf,
  type ResponseOf,
} from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import type { Doing } from '@adcoin/remote/pages'
import type { AccountValues } from '../account/account-form.ts'
import type { Destination } from './flow.ts'

/** The calls that send a code to an account and verify it. */
export const verificationCalls = {
  register: {
    mobile: { send: sendRegisterCodeMobile, verify: registerVerifyMobile },
    email: { send: sendRegisterCodeEmail, verify: registerVerifyEmail },
  },
  reset: {
    mobile: { send: sendResetCodeMobile, verify: resetVerifyMobile },
    email: { send: sendResetCodeEmail, verify: resetVerifyEmail },
  },
  contact: {
    mobile: { send: sendContactCodeMobile, verify: changeContactMobile },
    email: { send: sendContactCodeEmail, verify: changeContactEmail },
  },
} as const
type Calls = (typeof verificationCalls)[keyof typeof verificationCalls]
type CallsOfOne = Calls[keyof Calls]

/** Parameters of the account step and the code step: of a registration, a password reset, or a change of contact. */
export type Verification = {
  readonly calls: Calls
  readonly doing: Doing
  /** The account as the calls take it. */
  readonly toInput: (to: Destination) => RequestOf<CallsOfOne['send']>
  /** Initial values of the account step. */
  readonly typed: AccountValues
  readonly onTyped: (typed: Partial<AccountValues>) => void
  /** The destination of the last code. */
  readonly sent: Destination | null
  readonly resend: { readonly left: number; readonly start: (seconds: number) => void }
  /** The account is new to the service: a number must be one of a mobile phone. */
  readonly isNew: boolean
  /** An e-mail account needs a country: it decides the currency. */
  readonly asksRegion: boolean
  /** A code was sent from the account step, or an earlier one for the same account is still valid. */
  readonly onSent: (to: Destination) => void
  /** Another code was sent from the code step. */
  readonly onResent?: () => void
  readonly onVerified: (answer: ResponseOf<CallsOfOne['verify']>, isOpen: boolean) => void
  /** Return true if you handled the failure. */
  readonly onFailure?: (failure: HttpFailure) => boolean
  /** Goes back to the account step. */
  readonly changeAccount: () => void
  /** Goes on from the code step; undefined until the code is verified. */
  readonly goOn?: (() => void) | undefined
}
