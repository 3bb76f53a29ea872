import { describe, expect, it } from 'vitest'
import { operatorCodes, describeReason, encodeReason, isAccountReason } from '../refusals/reasons.ts'
import { readOperatorReason } from './operator-reason.ts'

describe('the reason of an operator', () => {
  it('is an own sentence, in one line', () => {
    expect(describeReason(readOperatorReason('review', '@few_fans:\nPost\u202e was private'), 'hi_IN')).toBe(
      'हमारी टीम ने लिखा: “few_fans: Post was private”',
    )
  })

  it('shows of which rejected withdrawals the account was the reason, not of an own sentence', () => {
    expect(operatorCodes.withdraw.filter(key => isAccountReason(encodeReason(key)))).toEqual([
      'holder_differs',
      'account_refused',
    ])
    expect([null, 'holder_differs', 'The account is closed'].map(isAccountReason)).toEqual([false, false, false])
  })

  it('is translated where an operator gave a code', () => {
    expect(operatorCodes.withdraw).toContain('account_refused')
    for (const given of [' account_refused ', '@account_refused'])
      expect(describeReason(readOperatorReason('withdraw', given), 'pt_PT')).toBe(
        describeReason(encodeReason('account_refused'), 'pt_PT'),
      )
    expect([readOperatorReason('review', 'few_fans'), readOperatorReason('bind', '@ana is not you')]).toEqual([
      'few_fans',
      'ana is not you',
    ])
  })

  it.each(['@name_mismatch', '@', '@@other', '@holder_differs:1', '@few_fans', '@other_post', 'other_post'])(
    'is no unknown code, nor one of another decision: %s',
    slip => {
      expect(() => readOperatorReason('withdraw', slip)).toThrow(
        `${slip} is not the code of a reason. Codes: @holder_differs, @account_refused, @bank_unavailable, @not_confirmed`,
      )
    },
  )
})
