import * as v from 'valibot'
import { createTransport } from 'nodemailer'
import { createCircuit, NoAnswer } from './circuit.ts'
import type { MessageProvider, Payout, PayoutAnswer, PayoutProvider, PayoutQuestion, Providers } from './provider.ts'
import { describeFailure, askSigned, type SignedRequest } from './signed-http.ts'
import type { HttpProvider, Config } from '../config.ts'

const Accepted = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })
const timeoutMs = 10_000

/** One small interface each, chosen by configuration. */
export function createProviders({ sms, email, payout }: Config, now: () => Date): Providers {
  return {
    sms: sms.provider === 'http' ? httpSms(sms, now) : null,
    email: email.provider === 'smtp' ? smtpEmail(email, now) : null,
    payout: payout.provider === 'http' ? httpPayout(payout, now) : null,
  }
}

/** An SMS gateway over HTTP: `POST {to, text, reference}` with a bearer token, answered `{id}`. */
function httpSms({ url, token }: { url: string; token: string }, now: () => Date): MessageProvider {
  const circuit = createCircuit(now)
  return {
    send: ({ dest, text, reference }) =>
      circuit.run(async () => {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': reference,
          },
          body: JSON.stringify({ to: dest, text, reference }),
        }).catch((error: unknown) => {
          throw new NoAnswer(`the SMS gateway gave ${describeFailure(error, timeoutMs)}`, { cause: error })
        })
        if (response.status >= 500) throw new NoAnswer(`the SMS gateway answered ${response.status}`)
        if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
        return v.parse(Accepted, await response.json()).id
      }),
  }
}

/**
 * E-mail through an SMTP server. Plain text; the addresses were validated, and nodemailer never joins them into a
 * header itself.
 */
function smtpEmail({ url, from }: { url: string; from: string }, now: () => Date): MessageProvider {
  const circuit = createCircuit(now)
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: ({ dest, subject, text, reference }) =>
      circuit.run(async () => {
        const domain = from.split('@').at(-1)?.replace(/[>\s]/g, '') ?? 'localhost'
        const messageId = `<${reference}@${domain}>`
        const sent = await transport
          .sendMail({ from, to: { name: '', address: dest }, subject, text, messageId })
          .catch((error: Error & { responseCode?: number }) => {
            // With a code the server has answered, though it refuses.
            throw error.responseCode === undefined ? new NoAnswer(error.message, { cause: error }) : error
          })
        return sent.messageId
      }),
  }
}

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
function httpPayout(provider: HttpProvider, now: () => Date): PayoutProvider {
  const circuit = createCircuit(now)
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
