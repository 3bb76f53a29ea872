import { startProvider } from './provider-server.ts'

type Paid = {
  state: 'accepted' | 'paid' | 'failed'
  readonly amount: string
  readonly currency: string
  readonly destination: unknown
  sent: number
  asked: number
}

/** A payout provider that keeps its promise: a key is one payment, however often it is sent. */
export async function startBank(outcome: (key: string) => Paid['state'] = () => 'accepted') {
  const payments = new Map<string, Paid>()
  const server = await startProvider('payout', ({ method, path, key, body }) => {
    const id = method === 'POST' ? (body as { id: string }).id : decodeURIComponent(path.slice('/payouts/'.length))
    if (method === 'POST' && path === '/payouts' && key === id && !payments.has(id)) {
      const { amount, currency, destination } = body as Pick<Paid, 'amount' | 'currency' | 'destination'>
      payments.set(id, { state: outcome(id), amount, currency, destination, sent: 0, asked: 0 })
    }
    const payment = payments.get(id)
    if (!payment) return { id, state: 'absent' }
    payment[method === 'POST' ? 'sent' : 'asked'] += 1
    const { state, amount, currency } = payment
    return { id, state, amount, currency, ...(state === 'paid' ? { reference: `BANK-${id}` } : {}) }
  })
  return {
    ...server,
    payments,
    decide(key: string, state: Paid['state']): void {
      const payment = payments.get(key)
      if (!payment) throw new Error(`the bank does not know ${key}`)
      payment.state = state
    },
    /** As a real bank: what was paid or failed stays so. */
    decideOnce(key: string, state: Paid['state']): void {
      const payment = payments.get(key)
      if (payment?.state === 'accepted') payment.state = state
    },
    keysOf: (withdrawal: string) => [...payments.keys()].filter(key => key.startsWith(`${withdrawal}-`)),
  }
}

export type Bank = Awaited<ReturnType<typeof startBank>>
