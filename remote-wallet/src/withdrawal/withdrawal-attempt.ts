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

export const withdrawalAttemptDraft = defineDraft({
  owner: 'wallet',
  name: 'withdraw',
  version: 1,
  schema: WithdrawalAttempt,
})

export function readAttempt(): WithdrawalAttempt {
  return withdrawalAttemptDraft.read() ?? {}
}

export function saveAttempt(change: WithdrawalAttempt): void {
  withdrawalAttemptDraft.save({ ...readAttempt(), ...change })
}

/** The timeout of a call, and a little more. */
const inFlightMs = 35_000

/**
 * The outcome of a request whose answer was lost, by the log (newest first): the withdrawal that it made, `waiting`
 * while it may still arrive, or `notPlaced`. Clocks of browser and service are not compared: any request newer than
 * `before` was made by it. Source: faults.md G14.
 */
export function findOutcome(
  pending: Unanswered,
  before: string | null | undefined,
  log: readonly Withdrawal[],
  now: number,
): Withdrawal | 'waiting' | 'notPlaced' {
  const beforeIndex = log.findIndex(withdrawal => withdrawal.id === before)
  const newer = beforeIndex >= 0 ? log.slice(0, beforeIndex) : log
  const made = newer.find(
    withdrawal =>
      withdrawal.amount === readAmount(pending.input) &&
      (before !== undefined || Math.abs(Date.parse(withdrawal.created_at) - pending.at) < inFlightMs),
  )
  if (made) return made
  return now - pending.at < inFlightMs ? 'waiting' : 'notPlaced'
}

function readAmount(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'amount' in input ? input.amount : undefined
}
