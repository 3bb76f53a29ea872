import { defineDraft } from '@adcoin/remote/pages'
import type { Unanswered } from '@adcoin/http'
import type { Withdrawal } from '@adcoin/contract'
import * as v from 'valibot'

export type Payment = { readonly amount: string; readonly user_payway_id: string }

const WithdrawalAttempt = v.object({
  /** The payment of the code and its destination. The code itself is never kept. */
  sent: v.optional(v.object({ amount: v.string(), user_payway_id: v.string(), dest: v.string() })),
  /** The newest request before this one; null: there was none. */
  before: v.optional(v.nullable(v.string())),
})
export type WithdrawalAttempt = v.InferOutput<typeof WithdrawalAttempt>

export const attemptDraft = defineDraft({ owner: 'wallet', name: 'withdraw', version: 1, schema: WithdrawalAttempt })

export function readAttempt(): WithdrawalAttempt {
  return attemptDraft.read() ?? {}
}

export function keepAttempt(change: WithdrawalAttempt): void {
  attemptDraft.save({ ...readAttempt(), ...change })
}

/** The timeout of a call, and a little more. */
const onItsWayMs = 35_000

/**
 * The outcome of a request whose answer was lost, by the log (newest first): the withdrawal that it made, `waiting`
 * while it may still arrive, or `notPlaced`. Clocks of browser and service are not compared: any request newer than
 * `before` was made by it. Source: faults.md G14.
 */
export function fateOf(
  pending: Unanswered,
  before: string | null | undefined,
  log: readonly Withdrawal[],
  now: number,
): Withdrawal | 'waiting' | 'notPlaced' {
  const known = log.findIndex(one => one.id === before)
  const newer = known >= 0 ? log.slice(0, known) : log
  const made = newer.find(
    one =>
      one.amount === amountOf(pending.input) &&
      (before !== undefined || Math.abs(Date.parse(one.created_at) - pending.at) < onItsWayMs),
  )
  if (made) return made
  return now - pending.at < onItsWayMs ? 'waiting' : 'notPlaced'
}

function amountOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'amount' in input ? input.amount : undefined
}
