import { defineDraft } from '@adcoin/remote/pages'
import * as v from 'valibot'

export type Purpose = 'register' | 'reset'
export type VerificationStep = 'account' | 'code' | 'password'

const Phone = v.object({ region: v.string(), mobile_sag: v.string(), mobile: v.string(), shown: v.string() })
const Destination = v.variant('method', [
  v.object({ method: v.literal('mobile'), phone: Phone }),
  /** `region`: the country that was shown when the code was sent; '' where none is asked for. */
  v.object({ method: v.literal('email'), email: v.string(), region: v.string() }),
])

/** Survives a reload of the tab. Contains no password and no code; the ticket is single use. */
const Flow = v.object({
  method: v.picklist(['mobile', 'email']),
  region: v.string(),
  mobile: v.string(),
  email: v.string(),
  /** The destination of the last code. */
  sent: v.nullable(Destination),
  /** `until`: milliseconds. */
  ticket: v.nullable(v.object({ value: v.string(), until: v.number() })),
})
export type Flow = v.InferOutput<typeof Flow>
export type Destination = v.InferOutput<typeof Destination>

export const emptyFlow: Flow = { method: 'mobile', region: '', mobile: '', email: '', sent: null, ticket: null }

/** The requested step, or the first one that is still missing. Source: faults.md K14. */
export function findStep(
  request: string | null,
  { sent, ticket }: Pick<Flow, 'sent' | 'ticket'>,
  now: number,
): VerificationStep {
  if (request === 'password' && sent && ticket && now < ticket.until) return 'password'
  if ((request === 'code' || request === 'password') && sent) return 'code'
  return 'account'
}

/** A ticket is valid for its destination only. */
export function recordSending(flow: Flow, sent: Destination): Flow {
  return { ...flow, sent, ticket: isSameDestination(flow.sent, sent) ? flow.ticket : null }
}

export function isSameDestination(left: Destination | null, right: Destination): boolean {
  return left !== null && addressOf(left) === addressOf(right)
}

/** The account as the calls take it. */
export function toAccountInput(sent: Destination): { mobile_sag: string; mobile: string } | { email: string } {
  return sent.method === 'mobile'
    ? { mobile_sag: sent.phone.mobile_sag, mobile: sent.phone.mobile }
    : { email: sent.email }
}

export function formatDestination(sent: Destination): string {
  return sent.method === 'mobile' ? sent.phone.shown : sent.email
}

function addressOf(sent: Destination): string {
  return sent.method === 'mobile' ? `${sent.phone.mobile_sag} ${sent.phone.mobile}` : sent.email
}

export const flowDraft = defineDraft({ owner: 'auth', name: 'flow', version: 1, schema: Flow, keep: 'tab' })

export function readFlow(purpose: Purpose): Flow {
  return flowDraft.read(purpose) ?? emptyFlow
}
