import * as v from 'valibot'
import type { HttpProvider } from '../config.ts'
import type { Payout, PayoutAnswer, PayoutProvider, PayoutQuestion } from './provider.ts'
import { circuitOf, NoAnswer } from './circuit.ts'
import { askSigned, type SignedRequest } from './signed-http.ts'

const line = v.pipe(v.string(), v.maxLength(300))
const Answer = v.object({
  id: v.string(),
  state: v.picklist(['accepted', 'paid', 'failed', 'absent']),
  amount: v.optional(v.string()),
  currency: v.optional(v.string()),
  reference: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/))),
  reason: v.optional(line),
})
const largestAnswer = 64 * 1024

/**
 * Payouts over HTTP. `POST /payouts` sends one under its key, `GET /payouts/<key>` asks about it; both are answered
 * `{id, state, amount, currency, reference?, reason?}`. An answer about another payout, or another sum, is none.
 */
export function httpPayout(provider: HttpProvider, now: () => Date): PayoutProvider {
  const circuit = circuitOf(now)
  const ask = (payout: PayoutQuestion, request: SignedRequest) =>
    answerTo(payout, () => circuit.run(() => askSigned(provider, request, largestAnswer)))
  return {
    requireAvailable: circuit.requireClosed,
    send: payout => ask(payout, { method: 'POST', path: '/payouts', idempotencyKey: payout.key, body: onWire(payout) }),
    ask: payout => ask(payout, { method: 'GET', path: `/payouts/${encodeURIComponent(payout.key)}` }),
  }
}

function onWire({ key, amount, currency, scale, destination }: Payout) {
  return { id: key, amount: String(amount), currency, scale, destination }
}

async function answerTo(payout: PayoutQuestion, ask: () => Promise<unknown>): Promise<PayoutAnswer> {
  const unknown = (text: string): PayoutAnswer => ({ state: 'unknown', reference: null, said: text })
  try {
    const { success, output } = v.safeParse(Answer, await ask())
    if (!success) return unknown('its answer cannot be read')
    const { id, state, amount, currency, reference, reason } = output
    if (id !== payout.key) return unknown('it answered about another payout')
    if (state !== 'absent' && (amount !== String(payout.amount) || currency !== payout.currency))
      return unknown('it answered about another sum')
    return { state, reference: reference ?? null, said: reason ?? null }
  } catch (error) {
    if (error instanceof NoAnswer) return unknown(error.message)
    throw error
  }
}
