import { coins, createWithdrawal } from '@adcoin/testing'
import { describe, expect, it } from 'vitest'
import { findOutcome } from './withdrawal-attempt.ts'

const sentAt = Date.parse('2026-03-09T10:00:00Z')
const pending = { key: 'key', at: sentAt, input: { amount: coins(50), user_payway_id: 'p_card' } }
const made = createWithdrawal(coins(50), { id: 'w_new', created_at: '2026-03-09T10:00:01Z' })
const older = createWithdrawal(coins(50), { id: 'w_old', created_at: '2026-03-08T10:00:00Z' })

describe('the outcome of a withdrawal whose answer was lost', () => {
  it('is the request of that amount that is newer than the last one known before', () => {
    expect(findOutcome(pending, 'w_old', [made, older], 1)).toBe(made)
    expect(findOutcome(pending, null, [made], 1)).toBe(made)
  })

  it('is never an older request of the same amount, nor any where the one before is unknown', () => {
    expect(findOutcome(pending, 'w_old', [older], 1)).toBe('waiting')
    expect(findOutcome(pending, undefined, [older], 60_000)).toBe('notPlaced')
  })

  it('is never a request of another amount', () => {
    expect(findOutcome(pending, 'w_old', [createWithdrawal(coins(51), { id: 'w_other' }), older], 1)).toBe('waiting')
  })

  it.each([
    [34_000, 'waiting'],
    [36_000, 'notPlaced'],
  ] as const)('after %s ms without a match in the log is %s', (searchMs, outcome) => {
    expect(findOutcome(pending, 'w_old', [older], searchMs)).toBe(outcome)
  })
})
