import { useCountdown } from '@adcoin/remote/pages'
import { useLocation, useNavigate } from '@adcoin/router'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  toAccountInput,
  recordSending,
  flowDraft,
  readFlow,
  findStep,
  type Flow,
  type Purpose,
  type VerificationStep,
} from './flow.ts'
import { verificationCalls, type Verification } from './verification.ts'

export type AccountVerification = ReturnType<typeof useVerification>

/** The state of a registration or reset. */
export function useVerification(purpose: Purpose) {
  const { flow, saveChange, step, go } = useFlow(purpose)
  const resend = useCountdown(`auth.${purpose}`)
  const { sent, ticket } = flow
  return {
    calls: verificationCalls[purpose],
    doing: 'check',
    toInput: toAccountInput,
    typed: flow,
    onTyped: saveChange,
    sent,
    resend,
    isNew: purpose === 'register',
    asksRegion: purpose === 'register',
    onSent(to) {
      saveChange(recordSending(flow, to))
      go('code')
    },
    onResent: () => saveChange({ ticket: null }),
    onVerified(answer, isOpen) {
      if (!('verify_ticket' in answer)) return
      saveChange({ ticket: { value: answer.verify_ticket, until: Date.now() + answer.expire_in * 1000 } })
      if (isOpen) go('password')
    },
    changeAccount: () => go('account'),
    goOn: ticket && Date.now() < ticket.until ? () => go('password') : undefined,
    step,
    ticket: ticket?.value ?? '',
    /** The ticket is no longer valid: another code makes another. */
    verifyAgain(): void {
      saveChange({ ticket: null })
      go('code', { replace: true })
    },
    end: () => flowDraft.drop(purpose),
  } satisfies Verification & Record<string, unknown>
}

/** The flow of this tab and its step. Steps are entries of the history (`?step=code`): Back keeps what was typed. */
function useFlow(purpose: Purpose) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [flow, setFlow] = useState(() => readFlow(purpose))
  const wantedStep = new URLSearchParams(search).get('step')
  const step = findStep(wantedStep, flow, Date.now())

  function go(to: VerificationStep, options?: { replace: boolean }): void {
    const query = new URLSearchParams(search)
    query.delete('invite_code') // the shell has saved it
    if (to === 'account') query.delete('step')
    else query.set('step', to)
    void navigate({ search: query.toString() }, options)
  }

  // An address that names a later step goes back to the first missing one.
  const correct = useEffectEvent(() => go(step, { replace: true }))
  const isJumped = wantedStep !== null && wantedStep !== step
  useEffect(() => {
    if (isJumped) correct()
  }, [isJumped])

  function saveChange(change: Partial<Flow>): void {
    setFlow(before => {
      const next = { ...before, ...change }
      flowDraft.save(next, purpose)
      return next
    })
  }
  return { flow, saveChange, step, go }
}
