import { apiCodes } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import english from './locales/en_US.json' with { type: 'json' }
import { operatorCodes, operatorReason, reasonText, storedReason, type ReasonKey } from './reasons.ts'

describe('the reason of a refusal', () => {
  it('is written in the caller’s language, with its numbers', () => {
    expect(reasonText(storedReason('few_fans', [12, 100]), 'en_US')).toBe(
      'This account has 12 followers; at least 100 are needed.',
    )
    expect(reasonText(storedReason('few_fans', [12, 100]), 'pt_PT')).toContain('12 seguidores')
    expect(reasonText(storedReason('few_fans', [1345, 150_000]), 'en_US')).toContain(
      '1,345 followers; at least 150,000',
    )
    expect(reasonText(storedReason('few_fans', [1345, 150_000]), 'hi_IN')).toContain('1,50,000')
  })

  it('exists in six languages, each in its own words', () => {
    for (const key of Object.keys(english) as ReasonKey[]) {
      const sentences = apiCodes.map(code => reasonText(storedReason(key, [1, 2]), code))
      expect(sentences.every(sentence => sentence && !sentence.includes('{{') && !sentence.startsWith('@'))).toBe(true)
      expect(new Set(sentences).size).toBeGreaterThanOrEqual(5)
    }
  })

  it('is an operator’s own sentence, in one line, where an operator decided', () => {
    expect(reasonText(operatorReason('@few_fans:\nPost\u202e was private'), 'hi_IN')).toBe(
      'हमारी टीम ने लिखा: “few_fans: Post was private”',
    )
    expect(reasonText('$1 {{0}} $&', 'en_US')).toBe('Our team wrote: “$1 {{0}} $&”')
    expect(reasonText(null, 'en_US')).toBeNull()
  })

  it('is translated where an operator gave a code; a code that needs numbers is taken as words', () => {
    expect(operatorCodes.withdraw).toContain('account_refused')
    for (const given of [' account_refused ', '@account_refused'])
      expect(reasonText(operatorReason(given), 'pt_PT')).toBe(reasonText(storedReason('account_refused'), 'pt_PT'))
    expect([operatorReason('few_fans'), operatorReason('typed'), operatorReason('@profile_missing:1')]).toEqual([
      'few_fans',
      'typed',
      'profile_missing:1',
    ])
  })
})
