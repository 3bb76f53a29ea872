import { useCountdown } from '@adcoin/remote/pages'
import { useLocation, useNavigate } from '@adcoin/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flowDraft, readFlow, stepOf, type Flow, type Purpose, type Step } from './flow.ts'

/**
 * Where a registration or reset stands. Steps are entries of the history (`?step=code`), so that Back keeps what was
 * typed.
 */
export type Proof = ReturnType<typeof useProof>

export function useProof(purpose: Purpose) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [flow, setFlow] = useState(() => readFlow(purpose))
  const resend = useCountdown(`auth.${purpose}`)
  const asked = new URLSearchParams(search).get('step')
  const step = stepOf(asked, flow, Date.now())

  function go(to: Step, options?: { replace: boolean }): void {
    const query = new URLSearchParams(search)
    query.delete('invite_code') // the shell has saved it
    if (to === 'account') query.delete('step')
    else query.set('step', to)
    void navigate({ search: query.toString() }, options)
  }

  // A step that was jumped to by the address: back to the first missing one.
  const correct = useEffectEvent(() => go(step, { replace: true }))
  const isJumped = asked !== null && asked !== step
  useEffect(() => {
    if (isJumped) correct()
  }, [isJumped])

  function keep(change: Partial<Flow>): void {
    setFlow(before => {
      const next = { ...before, ...change }
      flowDraft.save(next, purpose)
      return next
    })
  }

  return {
    purpose,
    flow,
    step,
    go,
    resend,
    keep,
    /** The ticket no longer counts: another code makes another. */
    proveAgain(): void {
      keep({ ticket: null })
      go('code', { replace: true })
    },
    /** The work is done: nothing of it stays in the tab. */
    end: () => flowDraft.drop(purpose),
  }
}
