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

/** The timeout of a call, and a little more: until then the request may still arrive. */
export const inFlightMs = 35_000

/** By key of the request: when this page began to search the log, in `performance.now()`. */
const searchStarts = new Map<string, number>()

/**
 * How long this page has searched the log for the outcome, in milliseconds. The device's clock may be changed between
 * the request and the search: only the time of the search is sure to have passed since the request.
 */
export function measureSearchMs({ key }: Unanswered): number {
  const now = performance.now()
  const start = searchStarts.get(key) ?? now
  searchStarts.set(key, start)
  return now - start
}

/**
 * The outcome of a request whose answer was lost, by the log (newest first): the withdrawal that it made, `waiting`
 * while it may still arrive, or `notPlaced`. No clock is read: a request of this amount that is newer than
 * `newestBefore` was made by it. Source: faults.md G14.
 *
 * @param newestBefore  its id; null: there was none; undefined: unknown, so that no request of the log can be taken for this one
 * @param searchMs  how long the page had searched when the log was read
 */
export function findOutcome(
  pending: Unanswered,
  newestBefore: string | null | undefined,
  log: readonly Withdrawal[],
  searchMs: number,
): Withdrawal | 'waiting' | 'notPlaced' {
  const beforeIndex = log.findIndex(withdrawal => withdrawal.id === newestBefore)
  const newer = beforeIndex >= 0 ? log.slice(0, beforeIndex) : log
  const made = newestBefore === undefined ? undefined : newer.find(({ amount }) => amount === readAmount(pending.input))
  return made ?? (searchMs < inFlightMs ? 'waiting' : 'notPlaced')
}

function readAmount(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'amount' in input ? input.amount : undefined
}
