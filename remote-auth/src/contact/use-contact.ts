import { balance, getSetting } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { appPaths, useHost, withQuery } from '@adcoin/remote'
import { failureText, useCountdown } from '@adcoin/remote/pages'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useState } from 'react'
import type { AccountValues, Method } from '../account/account-form.ts'
import { useT } from '../texts.ts'
import { accountOf, type Destination } from '../verification/flow.ts'
import { verificationCalls, type Verification } from '../verification/verification.ts'

/**
 * The state of a change. Steps are entries of the history, so Back keeps what was typed; a reload starts again, because
 * the ticket of the owner is kept in memory only.
 */
export function useContact(method: Method) {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const resend = useCountdown(`auth.contact.${method}`)
  const [ticket, setTicket] = useState<string>()
  const [sent, setSent] = useState<Destination | null>(null)
  const [typed, setTyped] = useState<AccountValues>({ method, region: '', mobile: '', email: '' })
  const wantedStep = query.get('step')
  const step: 'owner' | 'account' | 'code' =
    ticket && wantedStep === 'code' && sent ? 'code' : ticket && wantedStep ? 'account' : 'owner'

  function go(to: 'place' | 'code'): void {
    void navigate(withQuery(appPaths.profile, { contact: method, step: to }), { replace: to === wantedStep })
  }

  return {
    calls: verificationCalls.contact,
    doing: 'save',
    inputOf: to => ({ ...accountOf(to), verify_ticket: ticket ?? '' }),
    typed,
    onTyped: change => setTyped(before => ({ ...before, ...change })),
    sent,
    resend,
    isNew: true,
    asksRegion: false,
    onSent(to) {
      setSent(to)
      go('code')
    },
    onVerified(_answer, isOpen) {
      // The masked contact has changed, and withdrawals are paused.
      void Promise.all([refresh(getSetting), refresh(balance)])
      host.showToast(t('contact.done'), 'good')
      if (isOpen) void navigate(appPaths.profile, { replace: true })
    },
    /** Starts again when the ticket of the owner is used or no longer valid. */
    onFailure(failure) {
      if (failure.key !== 'ticket_invalid') return false
      setTicket(undefined)
      host.showToast(failureText(failure), 'bad')
      return true
    },
    changeAccount: () => go('place'),
    step,
    setOwnerTicket(value: string): void {
      setTicket(value)
      go('place')
    },
  } satisfies Verification & Record<string, unknown>
}
