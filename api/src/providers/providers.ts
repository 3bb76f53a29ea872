import type { Config } from '../config.ts'
import { httpPayout } from './http-payout.ts'
import { httpSms } from './http-sms.ts'
import type { Providers } from './provider.ts'
import { smtpEmail } from './smtp-email.ts'

/** One small interface each, chosen by configuration. */
export function providersOf({ sms, email, payout }: Config, now: () => Date): Providers {
  return {
    sms: sms.provider === 'http' ? httpSms(sms, now) : null,
    email: email.provider === 'smtp' ? smtpEmail(email, now) : null,
    payout: payout.provider === 'http' ? httpPayout(payout, now) : null,
  }
}
