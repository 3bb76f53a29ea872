import { changeContactEmail, changeContactMobile, sendContactCodeEmail, sendContactCodeMobile } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { appPaths, useHost, withQuery } from '@adcoin/remote'
import { failureText, useCountdown } from '@adcoin/remote/pages'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useState } from 'react'
import type { Method } from '../account/account-form.ts'
import type { Destination } from '../proof/flow.ts'

/** The calls of a new number and of a new address. */
export const contactCalls = {
  mobile: { send: sendContactCodeMobile, change: changeContactMobile },
  email: { send: sendContactCodeEmail, change: changeContactEmail },
} as const

export type Contact = ReturnType<typeof useContact>

/**
 * Where a change stands. Steps are entries of the history, so Back keeps what was typed; after a reload it begins anew,
 * because a proof of the owner is kept in memory only.
 */
export function useContact(method: Method) {
  const host = useHost()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const resend = useCountdown(`auth.contact.${method}`)
  const [ticket, setTicket] = useState<string>()
  const [sent, setSent] = useState<Destination>()
  const asked = query.get('step')
  const step: 'owner' | 'place' | 'code' =
    ticket && asked === 'code' && sent ? 'code' : ticket && asked ? 'place' : 'owner'

  function go(to?: 'place' | 'code'): void {
    void navigate(withQuery(appPaths.profile, { contact: method, step: to }), { replace: to === asked })
  }

  return {
    method,
    step,
    ticket,
    sent,
    resend,
    go,
    prove(proof: string): void {
      setTicket(proof)
      go('place')
    },
    keep(to: Destination): void {
      setSent(to)
      go('code')
    },
    /** The proof of the owner is over or was used: it begins anew. */
    restart(failure: HttpFailure): boolean {
      if (failure.key !== 'ticket_invalid') return false
      setTicket(undefined)
      host.showToast(failureText(failure), 'bad')
      return true
    },
  }
}
