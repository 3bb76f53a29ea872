import { coins, createWithdrawal } from '@adcoin/testing'
import { describe, expect, it } from 'vitest'
import { findOutcome } from './withdrawal-attempt.ts'

const sentAt = Date.parse('2026-03-09T10:00:00Z')
const pending = { key: 'key', at: sentAt, input: { amount: coins(50), user_payway_id: 'p_card' } }
const made = createWithdrawal(coins(50), { id: 'w_new', created_at: '2026-03-09T10:00:01Z' })
const older = createWithdrawal(coins(50), { id: 'w_old', created_at: '2026-03-08T10:00:00Z' })

describe('the fate of a withdrawal whose answer was lost', () => {
  it('is the request of that amount that is newer than the last one known before', () => {
    expect(findOutcome(pending, 'w_old', [made, older], sentAt + 1)).toBe(made)
    expect(findOutcome(pending, null, [made], sentAt + 1)).toBe(made)
  })

  it('is found however wrong the clock of this browser is', () => {
    expect(findOutcome({ ...pending, at: sentAt + 7_200_000 }, 'w_old', [made, older], sentAt + 7_200_001)).toBe(made)
  })

  it('is never an older request of the same amount', () => {
    expect(findOutcome(pending, 'w_old', [older], sentAt + 1)).toBe('waiting')
    expect(findOutcome(pending, undefined, [older], sentAt + 60_000)).toBe('notPlaced')
  })

  it('is never a request of another amount', () => {
    expect(findOutcome(pending, 'w_old', [createWithdrawal(coins(51), { id: 'w_other' }), older], sentAt + 1)).toBe(
      'waiting',
    )
  })

  it.each([
    [34_000, 'waiting'],
    [36_000, 'notPlaced'],
  ] as const)('%s ms after it was sent, without a trace, is %s', (passed, fate) => {
    expect(findOutcome(pending, 'w_old', [older], sentAt + passed)).toBe(fate)
  })
})
