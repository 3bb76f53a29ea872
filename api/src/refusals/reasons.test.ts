import { expect, it } from 'vitest'
import { describeReason, encodeReason } from './reasons.ts'

it('the reason of a refusal is written in the caller’s language, with its numbers', () => {
  expect(describeReason(encodeReason('few_fans', [12, 100]), 'en_US')).toBe(
    'This account has 12 followers; at least 100 are needed.',
  )
  expect(describeReason(encodeReason('few_fans', [12, 100]), 'pt_PT')).toContain('12 seguidores')
  expect(describeReason(encodeReason('few_fans', [1345, 150_000]), 'en_US')).toContain(
    '1,345 followers; at least 150,000',
  )
  expect(describeReason(encodeReason('few_fans', [1345, 150_000]), 'hi_IN')).toContain('1,50,000')
})

it('it is an operator’s own sentence where an operator decided', () => {
  expect(describeReason('$1 {{0}} $&', 'en_US')).toBe('Our team wrote: “$1 {{0}} $&”')
  expect(describeReason(null, 'en_US')).toBeNull()
})
