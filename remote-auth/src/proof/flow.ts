import * as v from 'valibot'
import { tabStore } from '../tab-storage.ts'

/** What the proof is for: a new account, or a new password. */
export type Purpose = 'register' | 'reset'
export type Step = 'account' | 'code' | 'password'

const Phone = v.object({ region: v.string(), mobile_sag: v.string(), mobile: v.string(), shown: v.string() })
const Destination = v.variant('method', [
  v.object({ method: v.literal('mobile'), phone: Phone }),
  v.object({ method: v.literal('email'), email: v.string() }),
])

/** What a reload keeps of a registration or reset. No password, no code; the ticket is single use and dies with the tab. */
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

/** The step that may be shown: the asked one, or the first that is still missing. Source: fault K14. */
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

const keyOf = (purpose: Purpose) => `adcoin.auth.flow.${purpose}`

export function readFlow(purpose: Purpose): Flow {
  try {
    return v.parse(Flow, JSON.parse(tabStore.get(keyOf(purpose)) ?? ''))
  } catch {
    return emptyFlow // none yet, or damaged
  }
}

export function saveFlow(purpose: Purpose, flow: Flow): void {
  tabStore.set(keyOf(purpose), JSON.stringify(flow))
}

export function dropFlow(purpose: Purpose): void {
  tabStore.remove(keyOf(purpose))
}
