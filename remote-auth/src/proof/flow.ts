import { defineDraft } from '@adcoin/remote/pages'
import * as v from 'valibot'

/** What the proof is for: a new account, or a new password. */
export type Purpose = 'register' | 'reset'
export type Step = 'account' | 'code' | 'password'

const Phone = v.object({ region: v.string(), mobile_sag: v.string(), mobile: v.string(), shown: v.string() })
const Destination = v.variant('method', [
  v.object({ method: v.literal('mobile'), phone: Phone }),
  /** `region`: the country that was shown as the address was sent; '' where none is asked for. */
  v.object({ method: v.literal('email'), email: v.string(), region: v.string() }),
])

/**
 * What a reload keeps of a registration or reset. No password, no code; the ticket is single use and dies with the tab.
 */
const Flow = v.object({
  method: v.picklist(['mobile', 'email']),
  region: v.string(),
  mobile: v.string(),
  email: v.string(),
  /** Where the last code went. */
  sent: v.nullable(Destination),
  /** The service's word that the code of `sent` was right; `until`: milliseconds. */
  ticket: v.nullable(v.object({ value: v.string(), until: v.number() })),
})
export type Flow = v.InferOutput<typeof Flow>
export type Destination = v.InferOutput<typeof Destination>

export const emptyFlow: Flow = { method: 'mobile', region: '', mobile: '', email: '', sent: null, ticket: null }

/** The step that may be shown: the asked one, or the first that is still missing. Source: faults.md K14. */
export function stepOf(asked: string | null, { sent, ticket }: Pick<Flow, 'sent' | 'ticket'>, now: number): Step {
  if (asked === 'password' && sent && ticket && now < ticket.until) return 'password'
  if ((asked === 'code' || asked === 'password') && sent) return 'code'
  return 'account'
}

/** The flow after the account step was sent: another destination makes the ticket worthless. */
export function afterSending(flow: Flow, sent: Destination): Flow {
  return { ...flow, sent, ticket: isSame(flow.sent, sent) ? flow.ticket : null }
}

export function isSame(one: Destination | null, other: Destination): boolean {
  return one !== null && addressOf(one) === addressOf(other)
}

/** The account as calls want it. */
export function accountOf(sent: Destination): { mobile_sag: string; mobile: string } | { email: string } {
  return sent.method === 'mobile'
    ? { mobile_sag: sent.phone.mobile_sag, mobile: sent.phone.mobile }
    : { email: sent.email }
}

/** The account as people read it. */
export function shownOf(sent: Destination): string {
  return sent.method === 'mobile' ? sent.phone.shown : sent.email
}

function addressOf(sent: Destination): string {
  return sent.method === 'mobile' ? `${sent.phone.mobile_sag} ${sent.phone.mobile}` : sent.email
}

/** The flow of this tab, a part per purpose. */
export const flowDraft = defineDraft({ owner: 'auth', name: 'flow', version: 1, schema: Flow, keep: 'tab' })

export function readFlow(purpose: Purpose): Flow {
  return flowDraft.read(purpose) ?? emptyFlow
}
