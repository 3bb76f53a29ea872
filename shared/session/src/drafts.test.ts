// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionWriter, dropDraft, isSecretField, readDraft, saveDraft } from './index.ts'

const writer = createSessionWriter()
const signIn = (name: string) => writer.signIn({ authorized_key: `${name}-session-0123456789`, user_id: `u_${name}` })
const storedDrafts = () => Object.keys(localStorage).filter(key => key.startsWith('adcoin.draft.'))

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

  it('stays for its person while another one uses the browser, however either leaves', () => {
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

  it('is forgotten after two weeks', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    saveDraft('/sell', { amount: '5' })
    vi.advanceTimersByTime(15 * 24 * 3600_000)
    expect(readDraft('/sell')).toBeUndefined()
  })

  it('that is older than two weeks leaves this browser at the next login, whoever logs in', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    saveDraft('/sell', { amount: '5' })
    writer.signOut('unauthorised')
    vi.advanceTimersByTime(13 * 24 * 3600_000)
    signIn('bruno')
    saveDraft('/sell', { amount: '7' })
    expect(storedDrafts()).toHaveLength(2)
    vi.advanceTimersByTime(2 * 24 * 3600_000)
    signIn('bruno')
    expect(storedDrafts()).toEqual(['adcoin.draft.u_bruno./sell'])
  })

  it('that is damaged or enormous is none', () => {
    for (const text of ['{', 'null', '5', '{"at":"x","value":1}', '{"value":1}']) {
      localStorage.setItem('adcoin.draft.u_ana./sell', text)
      expect(readDraft('/sell')).toBeUndefined()
    }
    saveDraft('/task', { text: 'x'.repeat(40_000) })
    expect(readDraft('/task')).toBeUndefined()
  })

  it('that has grown too long is none: the shorter text of before does not come back', () => {
    saveDraft('/task', { text: 'short' })
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

/** A tab of this browser: the package with its own memory; a new tab begins with an empty tab storage. */
async function openTab(tab: 'new' | 'reloaded'): Promise<typeof import('./index.ts')> {
  if (tab === 'new') sessionStorage.clear()
  vi.resetModules()
  return import('./index.ts')
}
const anaAgain = { authorized_key: 'ana-again-0123456789', user_id: 'u_ana' }
const bruno = { authorized_key: 'bruno-session-9876543210', user_id: 'u_bruno' }

describe('a draft of a session that the service ended', () => {
  it.each(
    (['reload', 'closed tab', 'other tab'] as const).flatMap(way => [
      { way, login: anaAgain, whose: 'the same person', shown: { holder_name: 'Ana' } },
      { way, login: bruno, whose: 'another person', shown: undefined },
    ]),
  )('is shown after $way and login of $whose: $shown', async ({ way, login, shown }) => {
    const first = await openTab('new')
    first.createSessionWriter().signIn({ authorized_key: 'ana-former-0123456789', user_id: 'u_ana' })
    const second = await openTab('new')
    first.saveDraft('/cardAdd', { holder_name: 'Ana' })
    first.createSessionWriter().signOut('unauthorised')
    const next = way === 'other tab' ? second : await openTab(way === 'reload' ? 'reloaded' : 'new')
    window.dispatchEvent(new StorageEvent('storage', { key: next.storageKeys.token }))
    expect(next.readDraft('/cardAdd'), 'a visitor').toBeUndefined()
    next.createSessionWriter().signIn(login)
    expect(next.readDraft('/cardAdd')).toEqual(shown)
    if (way === 'other tab') {
      window.dispatchEvent(new StorageEvent('storage', { key: next.storageKeys.token }))
      expect(first.readDraft('/cardAdd'), 'the tab in which it was typed').toEqual(shown)
    }
    next.createSessionWriter().signOut('logout')
    next.createSessionWriter().signIn(anaAgain)
    expect(next.readDraft('/cardAdd'), 'a logout removes the drafts of its own person alone').toEqual(
      shown ? undefined : { holder_name: 'Ana' },
    )
  })

  it('whose person was never known is removed: no later login could be theirs', () => {
    writer.signOut('logout')
    writer.signIn({ authorized_key: 'native-session-012345' })
    saveDraft('/cardAdd', { holder_name: 'Ana' })
    writer.signOut('unauthorised')
    expect(storedDrafts()).toEqual([])
  })

  it('after a cleared storage is what was typed since', () => {
    saveDraft('/cardAdd', { holder_name: 'Ana' })
    localStorage.clear()
    saveDraft('/cardAdd', { holder_name: 'Ana Souza' })
    writer.signOut('unauthorised')
    signIn('ana')
    expect(readDraft('/cardAdd')).toEqual({ holder_name: 'Ana Souza' })
  })
})
