// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionWriter, dropDraft, isSecretField, readDraft, saveDraft } from './index.ts'

const writer = createSessionWriter()
const signIn = (name: string) => writer.signIn({ authorized_key: `${name}-session-0123456789`, user_id: `u_${name}` })

beforeEach(() => {
  localStorage.clear()
  signIn('ana')
})
afterEach(() => {
  vi.useRealTimers()
  writer.signOut('logout')
})

describe('a draft', () => {
  it('is kept per route until it is dropped', () => {
    saveDraft('/sell', { amount: '5' })
    saveDraft('/cardAdd', { holder_name: 'Ana' })
    expect([readDraft('/sell'), readDraft('/cardAdd'), readDraft('/other')]).toEqual([
      { amount: '5' },
      { holder_name: 'Ana' },
      undefined,
    ])
    dropDraft('/sell')
    expect(readDraft('/sell')).toBeUndefined()
  })

  it('never holds a password, a code or a token, however deep and however it is spelled', () => {
    saveDraft('/x', {
      amount: '5',
      password: 's3cret',
      confirm_password: 's3cret',
      pay_passwd: 's3cret',
      newPassword: 's3cret',
      verify_code: 's3cret',
      smsCode: 's3cret',
      OTP: 's3cret',
      authorized_key: 's3cret',
      verify_ticket: 's3cret',
      a: [{ cvv: 's3cret', pin: 's3cret' }],
      invite_code: '888888',
      country_code: 'MX',
    })
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('s3cret')
    expect(readDraft('/x')).toEqual({ amount: '5', a: [{}], invite_code: '888888', country_code: 'MX' })
  })

  it('of one person is never shown to another, nor to anonymous visitors', () => {
    saveDraft('/sell', { amount: '5' })
    signIn('bruno')
    expect(readDraft('/sell')).toBeUndefined()
    writer.signOut('logout')
    expect(readDraft('/sell')).toBeUndefined()
    signIn('ana')
    expect(readDraft('/sell')).toEqual({ amount: '5' })
    writer.signOut('logout')
    signIn('ana')
    expect(readDraft('/sell')).toBeUndefined()
  })

  it('waits for its person while another person uses the browser, whichever way either of them leaves', () => {
    saveDraft('/sell', { amount: '5' })
    writer.signOut('unauthorised')
    signIn('bruno')
    saveDraft('/sell', { amount: '7' })
    writer.signOut('unauthorised')
    signIn('ana')
    expect(readDraft('/sell')).toEqual({ amount: '5' })
    signIn('bruno')
    expect(readDraft('/sell')).toEqual({ amount: '7' })
  })

  it('whose owner is called like the beginning of another name is not theirs', () => {
    signIn('an')
    saveDraft('/sell', { amount: '5' })
    signIn('ana')
    writer.signOut('logout')
    signIn('an')
    expect(readDraft('/sell')).toEqual({ amount: '5' })
  })

  it('comes back to the same person when the session ended by itself, and leaves storage meanwhile', () => {
    saveDraft('/sell', { amount: '5' })
    writer.signOut('unauthorised')
    expect(Object.keys(localStorage).filter(key => key.includes('draft'))).toEqual([])
    signIn('ana')
    expect(readDraft('/sell')).toEqual({ amount: '5' })
  })

  it('is forgotten after two weeks', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    saveDraft('/sell', { amount: '5' })
    vi.advanceTimersByTime(15 * 24 * 3600_000)
    expect(readDraft('/sell')).toBeUndefined()
  })

  it('that is damaged or enormous is none', () => {
    for (const text of ['{', 'null', '5', '{"at":"x","value":1}', '{"value":1}']) {
      localStorage.setItem('adcoin.draft.u_ana./sell', text)
      expect(readDraft('/sell')).toBeUndefined()
    }
    saveDraft('/task', { text: 'x'.repeat(40_000) })
    expect(readDraft('/task')).toBeUndefined()
  })

  it('comes back as it was saved, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z]{1,6}_field$/),
          fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.integer()),
        ),
        values => {
          fc.pre(!Object.keys(values).some(isSecretField))
          saveDraft('/any', values)
          expect(readDraft('/any')).toEqual(values)
        },
      ),
    )
  })
})
