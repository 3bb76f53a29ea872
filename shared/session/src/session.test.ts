// @vitest-environment jsdom
import type { Balance, UserSetting } from '@adcoin/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Package = typeof import('./index.ts')

const login = {
  authorized_key: 'ana-session-0123456789',
  login_type: 'mobile',
  country_code: 'MX',
  user_id: 'u_ana',
} as const
const setting = (changes: Partial<UserSetting> = {}): UserSetting => ({
  user_id: 'u_ana',
  customer_service_link: { ws: [], tg: [] },
  inviter_id: null,
  invite_code: 'ANA2026',
  is_pay_passwd: false,
  email: null,
  mobile: '+52 ••••• 4321',
  mobile_sag: '+52',
  avatar: null,
  birthday: null,
  gender: 0,
  nick_name: 'Ana',
  login_type: 'mobile',
  country_code: 'MX',
  has_passwd: true,
  ...changes,
})
const money = (version: number, amount = '100'): Balance => ({ amount, hold: '0', currency: 'ADC', scale: 2, version })

/** The package as after a reload of the page: storage as it is, memory empty. */
async function reload(): Promise<Package> {
  vi.resetModules()
  return import('./index.ts')
}

/** What the browser does in this tab when another one wrote. */
/** As this version of the page stores it. */
const copyOf = (token: string, copy: object): string => JSON.stringify({ ...copy, of: token.slice(-8) })

function otherTab(key: string | null, value?: string | null): void {
  if (key === null) localStorage.clear()
  else if (value === null || value === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

describe('a session', () => {
  it('outlives a reload with person, last known copies, language and theme', async () => {
    const first = await reload()
    const writer = first.createSessionWriter()
    writer.signIn(login)
    writer.setUser(setting())
    writer.setMoney(money(3))
    writer.setLanguage('pt_PT')
    writer.setTheme('dark')
    const { sessionStore, currentToken } = await reload()
    expect(sessionStore.getState()).toMatchObject({
      person: { token: login.authorized_key, loginType: 'mobile', countryCode: 'MX', userId: 'u_ana' },
      user: { nick_name: 'Ana' },
      money: { amount: '100' },
      language: 'pt_PT',
      theme: 'dark',
      sessionEpoch: 0,
    })
    expect(currentToken()).toBe(login.authorized_key)
  })

  it('removes personal data from memory and storage at logout; language and theme stay', async () => {
    const { createSessionWriter, sessionStore, saveDraft } = await reload()
    const writer = createSessionWriter()
    writer.setLanguage('es_ES')
    writer.signIn(login)
    writer.setUser(setting())
    writer.setMoney(money(1))
    saveDraft('/bindAccount', { username: 'ana' })
    writer.signOut('logout')
    expect(sessionStore.getState()).toMatchObject({
      person: null,
      user: null,
      money: null,
      sessionEpoch: 2,
      ended: 'logout',
      language: 'es_ES',
    })
    expect(Object.keys(localStorage)).toEqual(['adcoin.language'])
  })

  it('ends once however often it is asked to', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    const listener = vi.fn()
    sessionStore.subscribe(listener)
    for (let turn = 0; turn < 12; turn += 1) writer.signOut('unauthorised')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(sessionStore.getState().sessionEpoch).toBe(2)
  })

  it('takes the saved inviter away at a login, and keeps it until then', async () => {
    const { createSessionWriter, savedInviter } = await reload()
    const writer = createSessionWriter()
    expect(writer.saveInviter(' ８８８８８８ ')).toBe('888888')
    expect((await reload()).savedInviter()).toBe('888888')
    writer.signIn(login)
    expect(savedInviter()).toBeNull()
  })

  it.each([[''], ['../..'], ['<b>'], ['x'.repeat(4096)], [['a']], [null]])('saves no inviter from %j', async text => {
    const { createSessionWriter, savedInviter } = await reload()
    expect(createSessionWriter().saveInviter(text)).toBeNull()
    expect(savedInviter()).toBeNull()
  })

  it('refuses a token that no header can contain, and stores nothing', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    for (const authorized_key of ['', 'a\nb', 'ключ', '😀', 'x'.repeat(513), 'null', 'undefined'])
      expect(() => writer.signIn({ authorized_key })).toThrow(TypeError)
    expect(sessionStore.getState()).toMatchObject({ person: null, sessionEpoch: 0 })
    expect(localStorage).toHaveLength(0)
  })

  it('learns who it is from the settings after a native hand-over', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn({ authorized_key: 'native-session-012345' })
    writer.setUser(setting({ login_type: 'email' }))
    expect(sessionStore.getState()).toMatchObject({ person: { userId: 'u_ana', loginType: 'email' }, sessionEpoch: 1 })
    expect((await reload()).sessionStore.getState().person?.userId).toBe('u_ana')
  })

  it('gives drafts from before the settings to their person, also after the next login', async () => {
    const first = await reload()
    const writer = first.createSessionWriter()
    writer.signIn({ authorized_key: 'native-session-012345' })
    first.saveDraft('/cardAdd', { holder_name: 'Ana' })
    first.tabDrafts.save('/flow', { sent: true })
    writer.setUser(setting())
    expect([first.readDraft('/cardAdd'), first.tabDrafts.read('/flow')]).toEqual([
      { holder_name: 'Ana' },
      { sent: true },
    ])
    writer.signOut('unauthorised')
    const next = await reload()
    next.createSessionWriter().signIn(login)
    expect(next.readDraft('/cardAdd')).toEqual({ holder_name: 'Ana' })
  })

  it('never replaces a newer balance by an older one; keeps price and limits that it lacks', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    const config = {
      fee_bps: 200,
      rate_num: '1',
      rate_den: '1',
      payout_currency: 'MXN',
      payout_scale: 2,
      min: '1',
      max: '9',
      pay_hours: 24,
      withdraw_enabled: true,
      frozen_until: null,
    }
    writer.setMoney({ ...money(5, '500'), config })
    writer.setMoney(money(4, '400'))
    expect(sessionStore.getState().money?.amount).toBe('500')
    writer.setMoney(money(6, '600'))
    expect(sessionStore.getState().money).toMatchObject({ amount: '600', config })
  })

  it('takes no copy without a session: a late answer paints nothing', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    createSessionWriter().setUser(setting())
    createSessionWriter().setMoney(money(1))
    expect(sessionStore.getState()).toMatchObject({ user: null, money: null })
    expect(localStorage).toHaveLength(0)
  })
})

describe('language', () => {
  it('is the stored one, else the first supported one of the browser, else English', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'es-AR', 'pt-BR'])
    expect((await reload()).sessionStore.getState().language).toBe('es_MX')
    localStorage.setItem('adcoin.language', 'hi_IN')
    expect((await reload()).sessionStore.getState().language).toBe('hi_IN')
    localStorage.setItem('adcoin.language', '../../xx')
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR'])
    expect((await reload()).sessionStore.getState().language).toBe('en_US')
  })
})

describe('damaged storage', () => {
  it.each(['a\nb', '😀', 'x'.repeat(1_000_000), '', 'undefined', '{"token":"a b"}'])(
    'a token like %.20j signs no person in; language and inviter stay',
    async token => {
      localStorage.setItem('adcoin.token', token)
      localStorage.setItem('adcoin.user', JSON.stringify(setting()))
      localStorage.setItem('adcoin.language', 'es_MX')
      localStorage.setItem('adcoin.inviter', '888888')
      const { sessionStore, savedInviter, currentToken } = await reload()
      expect(sessionStore.getState()).toMatchObject({ person: null, user: null, language: 'es_MX' })
      expect([savedInviter(), currentToken()]).toEqual(['888888', null])
    },
  )

  it.each(['{', 'null', '[]', '{"amount":5}', '{"__proto__":{"isAdmin":1}}'])(
    'with copies like %s only loses the copies',
    async text => {
      localStorage.setItem('adcoin.token', login.authorized_key)
      for (const name of ['user', 'money', 'person', 'theme', 'inviter']) localStorage.setItem(`adcoin.${name}`, text)
      const { sessionStore } = await reload()
      expect(sessionStore.getState()).toMatchObject({
        person: { token: login.authorized_key, loginType: 'mobile', userId: '' },
        user: null,
        money: null,
        theme: 'system',
      })
      expect(({} as { isAdmin?: number }).isAdmin).toBeUndefined()
    },
  )

  it('emptied or damaged under a running page leaves the next call without a token', async () => {
    const { createSessionWriter, currentToken } = await reload()
    createSessionWriter().signIn(login)
    localStorage.setItem('adcoin.token', '😀')
    expect(currentToken()).toBeNull()
    localStorage.clear()
    expect(currentToken()).toBeNull()
  })
})

describe('storage that cannot be used', () => {
  it('when blocked lets a whole session run in memory', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { createSessionWriter, sessionStore, currentToken, saveDraft, readDraft, savedInviter } = await reload()
    const writer = createSessionWriter()
    writer.saveInviter('888888')
    expect(savedInviter()).toBe('888888')
    writer.signIn(login)
    writer.setUser(setting())
    saveDraft('/sell', { amount: '5' })
    expect([currentToken(), readDraft('/sell'), sessionStore.getState().user?.nick_name]).toEqual([
      login.authorized_key,
      { amount: '5' },
      'Ana',
    ])
    writer.signOut('logout')
    expect(currentToken()).toBeNull()
  })

  /** Full for this storage alone, as in a browser: each has its own room. */
  const fill = (full: Storage) => {
    const write = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this === full) throw new DOMException('full', 'QuotaExceededError')
      write.call(this, key, value)
    })
  }

  it('when full keeps everything over a reload of the tab, and reports it', async () => {
    const first = await reload()
    fill(localStorage)
    const reportMock = vi.fn()
    first.onUnwritten(reportMock)
    first.createSessionWriter().signIn(login)
    first.saveDraft('/sell', { amount: '5' })
    expect(reportMock).toHaveBeenCalled()
    const next = await reload()
    expect([next.currentToken(), next.readDraft('/sell')]).toEqual([login.authorized_key, { amount: '5' }])
    next.createSessionWriter().signOut('logout')
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('that has room again is used again, and what another tab wrote there is newer', async () => {
    const first = await reload()
    fill(localStorage)
    first.createSessionWriter().signIn(login)
    vi.restoreAllMocks()
    localStorage.setItem('adcoin.token', 'bruno-session-0123456')
    const next = await reload()
    expect(next.currentToken()).toBe('bruno-session-0123456')
    localStorage.removeItem('adcoin.token')
    expect(next.currentToken()).toBeNull()
  })

  it('when full keeps the new value in memory and never comes back with the old one', async () => {
    const { createSessionWriter, currentToken } = await reload()
    localStorage.setItem('adcoin.token', 'former-session-012345')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    createSessionWriter().signIn(login)
    expect(currentToken()).toBe(login.authorized_key)
    expect(localStorage.getItem('adcoin.token')).toBeNull()
  })
})

describe('another tab', () => {
  it('that logs out ends the session here at once', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    writer.setMoney(money(1))
    otherTab('adcoin.token', null)
    expect(sessionStore.getState()).toMatchObject({ person: null, money: null, sessionEpoch: 2, ended: 'otherTab' })
  })

  it('that clears everything ends the session here too', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    createSessionWriter().signIn(login)
    otherTab(null)
    expect(sessionStore.getState().person).toBeNull()
  })

  it('that logs in is followed, as the same person and as another one', async () => {
    const { sessionStore } = await reload()
    localStorage.setItem('adcoin.person', JSON.stringify({ loginType: 'email', countryCode: 'ES', userId: 'u_bruno' }))
    otherTab('adcoin.token', 'bruno-session-0123456')
    expect(sessionStore.getState()).toMatchObject({ person: { userId: 'u_bruno' }, sessionEpoch: 1, ended: null })
    otherTab('adcoin.token', 'carla-session-0123456')
    expect(sessionStore.getState()).toMatchObject({ sessionEpoch: 2, ended: 'replaced', user: null })
  })

  it('that logs in is followed even when the full storage here had kept the session in memory', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    vi.spyOn(Storage.prototype, 'setItem')
      .mockImplementationOnce(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
      .mockImplementationOnce(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
    createSessionWriter().signIn(login)
    otherTab('adcoin.token', 'bruno-session-0123456')
    expect(sessionStore.getState().person?.token).toBe('bruno-session-0123456')
  })

  it('changes language, theme and copies here, but never the balance to an older one', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    writer.setMoney(money(5, '500'))
    otherTab('adcoin.language', 'zh_TW')
    otherTab('adcoin.theme', 'light')
    otherTab('adcoin.user', copyOf(login.authorized_key, setting({ nick_name: 'Anita' })))
    otherTab('adcoin.money', copyOf(login.authorized_key, money(4, '400')))
    expect(sessionStore.getState()).toMatchObject({
      language: 'zh_TW',
      theme: 'light',
      user: { nick_name: 'Anita' },
      money: { amount: '500' },
      sessionEpoch: 1,
    })
    otherTab('adcoin.language', 'klingon')
    expect(sessionStore.getState().language).toBe('zh_TW')
    // Another tab's stored balance counts at its own change, not at the next change of another value.
    localStorage.setItem('adcoin.money', copyOf(login.authorized_key, money(9, '900')))
    otherTab('adcoin.theme', 'dark')
    expect(sessionStore.getState().money).toMatchObject({ amount: '500' })
  })

  it('that signs in another person begins without anything unread', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    writer.setUnread(3)
    otherTab('adcoin.token', 'session-of-bruno')
    expect(sessionStore.getState()).toMatchObject({ person: { token: 'session-of-bruno' }, unread: 0 })
  })

  it.each(['setMoney', 'setUser'] as const)(
    'that has signed in another person is not undone by a late %s of the former person',
    async late => {
      const { createSessionWriter, sessionStore } = await reload()
      const writer = createSessionWriter()
      writer.signIn({ authorized_key: login.authorized_key })
      localStorage.setItem('adcoin.token', 'session-of-bruno')
      if (late === 'setMoney') writer.setMoney(money(999, '99999900'))
      else writer.setUser(setting())
      expect(['token', 'user', 'money'].map(name => localStorage.getItem(`adcoin.${name}`))).toEqual([
        'session-of-bruno',
        null,
        null,
      ])
      expect(sessionStore.getState()).toMatchObject({ person: { token: 'session-of-bruno' }, user: null, money: null })
    },
  )

  it('never hands a copy of one session to another one, whenever it was written', async () => {
    const { createSessionWriter, sessionStore } = await reload()
    const writer = createSessionWriter()
    writer.signIn(login)
    writer.setMoney(money(999, '99999900'))
    localStorage.setItem('adcoin.user', copyOf(login.authorized_key, setting()))
    otherTab('adcoin.token', 'session-of-bruno')
    expect(sessionStore.getState()).toMatchObject({ person: { token: 'session-of-bruno' }, user: null, money: null })
    otherTab('adcoin.money', copyOf(login.authorized_key, money(1000, '100000')))
    expect(sessionStore.getState().money).toBeNull()
    expect((await reload()).sessionStore.getState()).toMatchObject({
      person: { token: 'session-of-bruno' },
      user: null,
      money: null,
    })
    writer.setMoney(money(1, '0'))
    otherTab('adcoin.money', copyOf('session-of-bruno', money(2, '100')))
    expect((await reload()).sessionStore.getState().money).toMatchObject({ amount: '100' })
  })

  it('is followed before a call although its event has not arrived yet', async () => {
    const { createSessionWriter, currentToken, sessionStore } = await reload()
    createSessionWriter().signIn(login)
    localStorage.setItem('adcoin.token', 'bruno-session-0123456')
    expect(currentToken()).toBe('bruno-session-0123456')
    expect(sessionStore.getState().sessionEpoch).toBe(2)
  })
})
