import type { PayoutAnswer } from '../providers/provider.ts'

/** The columns of a withdrawal that a decision reads. */
export type PayoutSituation = {
  readonly status: 'submitted' | 'awaiting_approval' | 'paid' | 'rejected' | 'cancelled'
  readonly payout_state: 'none' | 'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown'
  /** Whether the answer is about the payout's present key, not about an earlier number. */
  readonly isCurrentKey: boolean
}

/**
 * What an answer changes. `pay`: settle, the money has left. `fail`: it may be sent again under the next number.
 * `accept`: it is under way. `note`: only the provider's sentence. `contradict`: nothing moves, operators get a notice.
 */
export type PayoutOutcome = 'none' | 'pay' | 'fail' | 'accept' | 'note' | 'contradict'

/** The outcome of a provider's answer. Pure; only a certain answer moves Ad Coin. */
export function decidePayoutOutcome(situation: PayoutSituation, answer: PayoutAnswer['state']): PayoutOutcome {
  return outcomes[findRow(situation)][answer]
}

function findRow({ status, payout_state, isCurrentKey }: PayoutSituation): keyof typeof outcomes {
  if (status !== 'awaiting_approval') return status === 'paid' && isCurrentKey ? 'paid' : 'closed'
  const isUnderWay = payout_state === 'sent' || payout_state === 'unknown'
  if (!isUnderWay) return 'waiting'
  return isCurrentKey ? 'underWay' : 'otherUnderWay'
}

const none = { accepted: 'none', paid: 'none', failed: 'none', absent: 'none', unknown: 'none' } as const

const outcomes = {
  /** Its payout runs, and the answer is about it. */
  underWay: { accepted: 'accept', paid: 'pay', failed: 'fail', absent: 'note', unknown: 'note' },
  /** Its payout runs, and the answer is about an earlier number: paying that too would pay twice. */
  otherUnderWay: { ...none, paid: 'contradict' },
  /** No payout runs, yet "paid" counts: a payout that was reported as failed may have been paid after all. */
  waiting: { ...none, paid: 'pay' },
  /** It is settled under this key. */
  paid: { ...none, failed: 'contradict' },
  /** It is rejected or cancelled, or settled under another key. */
  closed: { ...none, paid: 'contradict' },
} as const satisfies Readonly<Record<string, Readonly<Record<PayoutAnswer['state'], PayoutOutcome>>>>
