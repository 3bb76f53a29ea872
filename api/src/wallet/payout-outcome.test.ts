import { withdrawalStatuses } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { decidePayoutOutcome, type PayoutSituation } from './payout-outcome.ts'

const answers = ['accepted', 'paid', 'failed', 'absent', 'unknown'] as const
const payoutStates = ['none', 'queued', 'sent', 'confirmed', 'failed', 'unknown'] as const
const situations: readonly PayoutSituation[] = withdrawalStatuses.flatMap(status =>
  payoutStates.flatMap(payout_state => [true, false].map(isCurrentKey => ({ status, payout_state, isCurrentKey }))),
)
const everyCase = situations.flatMap(situation =>
  answers.map(answer => ({ situation, answer, outcome: decidePayoutOutcome(situation, answer) })),
)
const isUnderWay = ({ status, payout_state }: PayoutSituation) =>
  status === 'awaiting_approval' && ['sent', 'unknown'].includes(payout_state)
/** The outcomes of the cases that a test is about. */
const list = (isMeant: (each: (typeof everyCase)[number]) => boolean) =>
  [...new Set(everyCase.filter(isMeant).map(({ outcome }) => outcome))].sort()

describe('the outcome of a payout, for every withdrawal and every answer', () => {
  it('is that the money has left only where the provider answers "paid" before any decision', () =>
    expect(everyCase.filter(({ outcome }) => outcome === 'pay')).toEqual(
      everyCase.filter(
        ({ situation, answer }) =>
          answer === 'paid' &&
          situation.status === 'awaiting_approval' &&
          (situation.isCurrentKey || !isUnderWay(situation)),
      ),
    ))

  it('never forgets that it was paid, except where it is settled under this key', () =>
    expect(
      everyCase.filter(({ answer, outcome }) => answer === 'paid' && outcome === 'none').map(each => each.situation),
    ).toEqual(situations.filter(({ status, isCurrentKey }) => status === 'paid' && isCurrentKey)))

  it('is that it failed or was accepted only where this very payout is under way', () => {
    const isThisUnderWay = ({ situation }: (typeof everyCase)[number]) =>
      isUnderWay(situation) && situation.isCurrentKey
    for (const [answer, outcome] of [
      ['failed', 'fail'],
      ['accepted', 'accept'],
    ] as const)
      expect(everyCase.filter(each => each.outcome === outcome)).toEqual(
        everyCase.filter(each => each.answer === answer && isThisUnderWay(each)),
      )
  })

  it('is no more than a sentence where the provider does not answer, or does not know the payout', () => {
    expect(list(({ answer }) => answer === 'absent' || answer === 'unknown')).toEqual(['none', 'note'])
    expect(list(({ situation, outcome }) => outcome === 'note' && !isUnderWay(situation))).toEqual([])
  })

  it('moves nothing once operators or the provider have decided', () =>
    expect(list(({ situation }) => situation.status !== 'awaiting_approval')).toEqual(['contradict', 'none']))

  it('contradicts a settled payout that failed, and money that left for a rejected one', () => {
    const rejected = { status: 'rejected', payout_state: 'none', isCurrentKey: true } as const
    const paid = { status: 'paid', payout_state: 'confirmed', isCurrentKey: true } as const
    const sent = { status: 'awaiting_approval', payout_state: 'sent', isCurrentKey: false } as const
    expect([decidePayoutOutcome(rejected, 'paid'), decidePayoutOutcome(rejected, 'failed')]).toEqual([
      'contradict',
      'none',
    ])
    expect([
      decidePayoutOutcome(paid, 'failed'),
      decidePayoutOutcome({ ...paid, isCurrentKey: false }, 'paid'),
    ]).toEqual(['contradict', 'contradict'])
    expect([decidePayoutOutcome(sent, 'paid'), decidePayoutOutcome(sent, 'failed')]).toEqual(['contradict', 'none'])
  })
})
