// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  balance,
  boundAccounts,
  customerServiceLink,
  getSetting,
  launch,
  logout,
  taskList,
  userState,
} from '@adcoin/contract'
import { bootAt, screen, waitFor } from './testing/boot-at.tsx'
import { anaSignedIn } from './testing/fake-areas.tsx'

const complaints: string[] = []
beforeEach(() => {
  complaints.length = 0
  // Nothing is fetched ahead, which would go on when the last test is over.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.spyOn(console, 'error').mockImplementation((...lines) => void complaints.push(lines.map(String).join(' ')))
})
afterEach(() => expect(complaints).toEqual([]))

/** The edge tab; the rail of wide screens has an entry of the same name, and jsdom draws both. */
async function helpTab(): Promise<HTMLElement> {
  const found = await screen.findAllByRole('button', { name: 'Help' })
  return found.find(button => button.classList.contains('ac-help')) ?? document.body
}

describe('the guard in the page', () => {
  test('an unauthenticated person with a private path gets the landing page', async () => {
    const { heading, path } = await bootAt('/money', { token: null })
    await heading('Start')
    expect(path()).toBe('/lanuch')
  })

  test('the path that was asked for is used after the login', async () => {
    const { heading, path, user } = await bootAt('/sell?amount=5', { token: null })
    await user.click(await screen.findByRole('link', { name: 'To login' }))
    await user.click(await screen.findByRole('button', { name: 'Enter' }))
    await heading('Sell')
    expect(path()).toBe('/sell?amount=5')
  })

  test('a step between login and that path carries it along', async () => {
    const { areas, heading, path } = await bootAt('/sell?amount=5', { token: null })
    await heading('Start')
    await areas.host('remote-auth').signIn?.(anaSignedIn, { next: '/money' })
    await heading('My money')
    expect(path()).toBe('/money?after=%2Fsell%3Famount%3D5')
  })

  test('a login without an earlier wish ends at home', async () => {
    const { heading, path, user } = await bootAt('/login', { token: null })
    await user.click(await screen.findByRole('button', { name: 'Enter' }))
    await heading('Ad Coin')
    expect(path()).toBe('/home')
  })

  test('a public path with a token is home', async () => {
    const { heading, path } = await bootAt('/login')
    await heading('Ad Coin')
    expect(path()).toBe('/home')
  })

  test('/appLogin opens with and without a token, without the help button', async () => {
    for (const token of [null, 'token-of-ana-0123456789']) {
      const { heading, path } = await bootAt('/appLogin', { token })
      await heading('From the app')
      expect(path()).toBe('/appLogin')
      expect(screen.queryAllByRole('button', { name: 'Help' })).toEqual([])
    }
  })

  test.each(['/nowhere', '/money%00', '/%zz', '/home%0ax'])(
    'the unknown path %s shows it, and home is a tap away',
    async path => {
      const { heading, user } = await bootAt(path)
      await heading('Page not found')
      await waitFor(() => expect(document.title).toBe('Page not found · Ad Coin'))
      await user.click(screen.getByRole('link', { name: 'Go to home' }))
      await heading('Ad Coin')
    },
  )
})

test('a shell that is replaced while it starts opens no remote', async () => {
  const booting = bootAt('/money', { stored: { 'adcoin.theme': 'dark' } })
  // The theme is the first that it sets; until now nothing of it has run.
  const replaced = new MutationObserver(() => document.getElementById('root')?.remove())
  replaced.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const { areas } = await booting
  replaced.disconnect()
  expect([areas.opened(), document.getElementById('root')]).toEqual([[], null])
})

describe('titles and focus', () => {
  test('the title follows the screen and the language', async () => {
    const { heading, user, areas } = await bootAt('/home')
    await heading('Ad Coin')
    await waitFor(() => expect(document.title).toBe('Ad Coin'))
    await user.click(screen.getByRole('link', { name: 'Money' }))
    await heading('My money')
    await waitFor(() => expect(document.title).toBe('My money · Ad Coin'))
    await areas.host('remote-wallet').setLanguage('pt_PT')
    await waitFor(() => expect(document.title).toBe('My money pt · Ad Coin'))
  })

  test('the heading of the new screen has the focus, the first one does not take it', async () => {
    const { heading, user } = await bootAt('/home')
    await heading('Ad Coin')
    expect(document.activeElement).toBe(document.body)
    await user.click(screen.getByRole('link', { name: 'Money' }))
    const title = await heading('My money')
    await waitFor(() => expect(document.activeElement).toBe(title))
  })
})

describe('the session', () => {
  test('a login loads balance, amount, settings, launch info and country, and survives failures', async () => {
    const { api, heading, user } = await bootAt('/login', {
      token: null,
      answers: ({ rawAnswer }) => ({ '/app/user/setting': rawAnswer('<html>', { status: 502 }) }),
    })
    await waitFor(() => expect(api.requests(launch)).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'Enter' }))
    await heading('Ad Coin')
    await waitFor(() => expect(api.requests(launch)).toHaveLength(2))
    await waitFor(() =>
      expect(new Set(api.requests().map(request => request.path))).toEqual(
        new Set([
          '/app/user/finance/balance',
          '/app/state/user',
          '/app/user/setting',
          '/app/launch',
          '/app/user/country_code',
          // Asked instead of the stream, which this page does not have.
          '/app/inbox/list',
        ]),
      ),
    )
    await heading('Ad Coin')
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  })

  test('many 401 make one logout with one notice and no toast', async () => {
    const calls = [balance, userState, taskList, boundAccounts]
    const { api, heading, path } = await bootAt('/money', {
      answers: ({ refusal }) => Object.fromEntries(calls.map(call => [call.path, refusal('session_expired')])),
    })
    await heading('Start')
    expect(path()).toBe('/lanuch')
    expect(await screen.findAllByText(/^Your session has ended\./)).toHaveLength(1)
    expect(screen.queryByText('Network error, please try again later')).toBeNull()
    expect(api.requests(logout)).toHaveLength(0)
    expect(localStorage.getItem('adcoin.token')).toBeNull()
    expect(localStorage.getItem('adcoin.money')).toBeNull()
  })

  test('a logout calls the service with the old token, clears this browser and shows no notice', async () => {
    const { api, areas, heading } = await bootAt('/money')
    await screen.findByText(/Balance \d+/)
    await areas.host('remote-auth').signOut()
    await heading('Start')
    expect(screen.queryByText(/session has ended/)).toBeNull()
    await waitFor(() => expect(api.requests(logout)).toHaveLength(1))
    expect(api.requests(logout)[0]?.headers.get('Authorized-Key')).toBe('token-of-ana-0123456789')
    expect(Object.keys(localStorage).filter(key => /token|user|money/.test(key))).toEqual([])
  })

  test('a logout in another tab ends this one at once, and a login there brings it back home', async () => {
    const { heading } = await bootAt('/money')
    await heading('My money')
    localStorage.removeItem('adcoin.token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
    await heading('Start')
    expect(screen.queryByText(/Balance/)).toBeNull()
    localStorage.setItem('adcoin.token', 'token-of-ana-0123456789')
    window.dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
    await heading('Ad Coin')
  })

  const createStoredPerson = (userId: string) => JSON.stringify({ loginType: 'email', countryCode: 'ES', userId })
  const asAna = { 'adcoin.person': createStoredPerson('u_ana') }
  const byOtherTab = (token: string | null, userId?: string) => {
    if (userId) localStorage.setItem('adcoin.person', createStoredPerson(userId))
    if (token === null) localStorage.removeItem('adcoin.token')
    else localStorage.setItem('adcoin.token', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
  }
  const otherPerson = /^Another tab logged in as somebody else/

  test.each([
    ['at once', () => byOtherTab('token-of-bruno-0123456789', 'u_bruno')],
    [
      'after a logout',
      () => {
        byOtherTab(null)
        byOtherTab('token-of-bruno-0123456789', 'u_bruno')
      },
    ],
  ])('follows another tab to another person %s, and shows a notice until it is read', async (_, act) => {
    const { user } = await bootAt('/money', { stored: asAna })
    act()
    await screen.findByText(otherPerson)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(otherPerson)).toBeNull())
  })

  test('another tab that signs the same person in again is followed without a word', async () => {
    await bootAt('/money', { stored: asAna })
    byOtherTab('token-of-ana-9876543210', 'u_ana')
    await new Promise(done => setTimeout(done, 200))
    expect(screen.queryByText(otherPerson)).toBeNull()
  })

  test('a browser without room shows it once, and a reload of the tab finds everything', async () => {
    const write = Storage.prototype.setItem
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this === localStorage && key.startsWith('adcoin.m')) throw new DOMException('full', 'QuotaExceededError')
      write.call(this, key, value)
    })
    await bootAt('/money')
    await screen.findByText(/^This browser cannot save anything/)
    await waitFor(() => expect(sessionStorage.getItem('adcoin.spare.adcoin.money')).toContain('version'))
    full.mockRestore()
  })

  test('a connection that comes and goes is reported once', async () => {
    const { heading } = await bootAt('/money')
    await heading('My money')
    const online = vi.spyOn(navigator, 'onLine', 'get')
    const banners: string[] = []
    const seen = new MutationObserver(changes =>
      changes.forEach(({ addedNodes }) =>
        addedNodes.forEach(node => node instanceof Element && node.matches('[role=status]') && banners.push('shown')),
      ),
    )
    seen.observe(document.body, { childList: true, subtree: true })
    for (const isOnline of [false, true, false, true, false, true]) {
      online.mockReturnValue(isOnline)
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      await new Promise(done => setTimeout(done, 60))
    }
    expect(banners).toEqual(['shown'])
    seen.disconnect()
    online.mockRestore()
  })

  test('after a 401 the path is kept for the next login, after a logout it is not', async () => {
    const first = await bootAt('/money', {
      answers: ({ refusal }) => ({ [balance.path]: refusal('session_expired') }),
      stored: { 'adcoin.person': JSON.stringify({ loginType: 'mobile', countryCode: 'MX', userId: 'u_ana' }) },
    })
    await first.heading('Start')
    first.api.answer({ [balance.path]: {} })
    await first.user.click(screen.getByRole('link', { name: 'To login' }))
    await first.user.click(await screen.findByRole('button', { name: 'Enter' }))
    await first.heading('My money')
    await first.areas.host('remote-auth').signOut()
    await first.heading('Start')
    await first.user.click(screen.getByRole('link', { name: 'To login' }))
    await first.user.click(await screen.findByRole('button', { name: 'Enter' }))
    await first.heading('Ad Coin')
  })

  test('another account from the native app replaces the session and all personal data', async () => {
    const { heading, user } = await bootAt('/appLogin', {
      stored: { 'adcoin.money': JSON.stringify({ amount: '999', hold: '0', currency: 'ADC', scale: 2, version: 9 }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    await heading('Ad Coin')
    expect(localStorage.getItem('adcoin.token')).toBe('token-of-bruno-0123456789')
    expect(localStorage.getItem('adcoin.money') ?? '').not.toContain('999')
  })

  test('a tampered token is anonymous', async () => {
    const { heading } = await bootAt('/money', { token: 'x\ny' })
    await heading('Start')
  })

  test('only remote-auth can sign a person in', async () => {
    const { areas } = await bootAt('/home')
    expect(areas.host('remote-auth').signIn).toBeTypeOf('function')
    for (const app of ['remote-tasks', 'remote-wallet', 'remote-fixture'])
      expect(areas.host(app).signIn).toBeUndefined()
  })
})

describe('a tab', () => {
  test('is shown again as it was left, out of the document meanwhile, and new for another person', async () => {
    const { areas, heading, user } = await bootAt('/money')
    await heading('My money')
    const former = screen.getByRole('textbox', { name: 'Note' })
    await user.type(former, 'half a word')
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await heading('Ad Coin')
    expect(former.isConnected).toBe(false)
    await user.click(screen.getByRole('link', { name: 'Money' }))
    await waitFor(() => expect(document.activeElement).toHaveTextContent('My money'))
    await waitFor(() => expect(document.title).toBe('My money · Ad Coin'))
    expect(screen.getByRole('textbox', { name: 'Note' })).toBe(former)
    expect(former).toHaveValue('half a word')
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await heading('Ad Coin')
    await areas.host('remote-auth').signIn?.({ authorized_key: 'token-of-bruno-0123456789' }, { next: '/money' })
    await heading('My money')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  })
})

describe('the inviter', () => {
  test('the code of a registration link is there in the first render', async () => {
    await bootAt('/register?invite_code=ana123', { token: null })
    await screen.findByText('Invited by ANA123')
  })

  test.each(['', '<b>x</b>', 'ANA123&invite_code=BOB456', '%F0%28%8C%28', '../..'])(
    'invite_code=%s opens the page without a code',
    async code => {
      await bootAt(`/register?invite_code=${code}`, { token: null })
      await screen.findByText('Invited by none')
    },
  )
})

describe('the language', () => {
  test('a change keeps a half-filled form and reaches shell, remotes and <html lang> at once', async () => {
    const { user, areas, heading } = await bootAt('/sell')
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '12.50')
    await areas.host('remote-wallet').setLanguage('hi_IN')
    await heading('Sell hi')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12.50')
    expect(document.documentElement.lang).toBe('hi-IN')
    expect(screen.getAllByRole('button', { name: 'सहायता' })[0]).toBeTruthy()
    expect(localStorage.getItem('adcoin.language')).toBe('hi_IN')
  })

  test('the next call asks in the new language', async () => {
    const { user, api, areas } = await bootAt('/sell')
    await screen.findByRole('button', { name: 'Ask' })
    await areas.host('remote-wallet').setLanguage('es_MX')
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(api.requests(userState).at(-1)?.headers.get('lang')).toBe('es_MX'))
  })

  test('search words survive a change', async () => {
    const { user, areas, heading } = await bootAt('/faq')
    await user.type(await screen.findByRole('searchbox'), '888888')
    await areas.host('remote-auth').setLanguage('zh_TW')
    await heading('常見問題')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('888888')
  })

  test('the screen with the six languages switches to the one that was chosen', async () => {
    const { user, heading } = await bootAt('/language')
    expect(await screen.findAllByRole('radio')).toHaveLength(6)
    await user.click(screen.getByRole('radio', { name: 'Português (Portugal)' }))
    await heading('Idioma')
  })
})

describe('help', () => {
  test('inside, the panel offers the links of the settings, to be opened in a new window', async () => {
    const { user, api } = await bootAt('/home')
    await user.click(await helpTab())
    const link = await screen.findByRole('link', { name: /WhatsApp/ })
    const result = new URL(link.getAttribute('href') ?? '')
    expect(result.origin + result.pathname).toBe('https://wa.me/15550100001')
    expect(result.searchParams.get('text')).toBe('Hello, I need help with “Ad Coin”.\n')
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(screen.getAllByText('Opens in a new window')).toHaveLength(2)
    const mail = await screen.findByRole('link', { name: 'E-mail' })
    expect(mail.getAttribute('href')).toMatch(/^mailto:help@example\.com\?subject=Hello%2C/)
    expect(api.requests(customerServiceLink)).toHaveLength(0)
  })

  test('on register, the public endpoint is asked with the saved inviter', async () => {
    const { user, api } = await bootAt('/register?invite_code=ANA123', { token: null })
    await user.click(await helpTab())
    await screen.findByRole('link', { name: /Telegram/ })
    expect(api.requests(customerServiceLink).map(request => request.input)).toEqual([{ inviter_id: 'ANA123' }])
    expect(api.requests(getSetting)).toHaveLength(0)
  })

  test('a session that ends under the open panel changes the source of its links', async () => {
    const { user, api, areas } = await bootAt('/home', { answers: ({ silence }) => ({ [getSetting.path]: silence() }) })
    await user.click(await helpTab())
    await areas.host('remote-auth').signOut()
    await screen.findByRole('link', { name: /WhatsApp/ })
    expect(api.requests(customerServiceLink)).toHaveLength(1)
  })

  test('empty lists and a failing service say that support is not available, and retry works', async () => {
    const { user, api } = await bootAt('/lanuch', {
      token: null,
      answers: () => ({ [customerServiceLink.path]: { ws: [], tg: ['javascript:alert(1)'] } }),
    })
    await user.click(await helpTab())
    await screen.findByText('Support links are not available right now. Please try again later.')
    expect(screen.queryByRole('link', { name: /Telegram/ })).toBeNull()
    api.answer({ [customerServiceLink.path]: { ws: ['https://wa.me/1'], tg: [] } })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('link', { name: /WhatsApp/ })
  })
})

describe('an area without a working release', () => {
  test('has its card with the words of the specification; tabs, help and the balance stay', async () => {
    const { user, heading } = await bootAt('/money', { broken: ['remote-wallet'] })
    await heading('Money')
    expect(screen.getByText('Something went wrong, please try again later')).toBeTruthy()
    await screen.findByText(/Your balance is not affected/)
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Help' })[0]).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await heading('Ad Coin')
  })
})

test('a path that no known route has is unknown, not absent, while `/live.json` cannot be read', async () => {
  await bootAt('/somewhere', { broken: ['live.json'] })
  await screen.findByText('Something went wrong, please try again later')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('Page not found')
  expect(document.title).not.toContain('Page not found')
})

describe('an unplanned remote', () => {
  test('has its route, its tab, its texts and the bus, without a word in the shell', async () => {
    const { user, heading, areas } = await bootAt('/home')
    await user.click(await screen.findByRole('link', { name: 'Fixture' }))
    await heading('Fixture')
    await screen.findByText('Heard en_US')
    await areas.host('remote-fixture').setLanguage('es_ES')
    await heading('Fixture es')
    await screen.findByText('Heard es_ES')
    await waitFor(() => expect(document.title).toBe('Fixture es · Ad Coin'))
  })
})

describe('without a connection', () => {
  test('there is one notice: a read adds no toast, an action shows why it fails', async () => {
    const calls = [balance, userState, taskList, boundAccounts]
    const { api, heading, user } = await bootAt('/home', {
      answers: ({ offline }) => Object.fromEntries(calls.map(call => [call.path, offline()])),
    })
    await heading('Ad Coin')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await screen.findByText(/^Offline\. Showing data from .+\.$/)
    await user.click(screen.getByRole('link', { name: 'Money' }))
    await heading('My money')
    const { queryClient } = await import('@adcoin/http')
    // After one retry it has failed.
    await waitFor(() => expect(api.requests(boundAccounts)).toHaveLength(2))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText(/^(Network error.*|You are offline\.)$/)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await user.click(await screen.findByRole('link', { name: 'To sell' }))
    await user.click(await screen.findByRole('button', { name: 'Ask' }))
    await screen.findByText('Network error, please try again later')
  })
})

describe('the last known money', () => {
  test('whatever screen asked for the balance, the session keeps the newest answer', async () => {
    await bootAt('/money', { answers: () => ({ [balance.path]: { amount: '4200', version: 7 } }) })
    await screen.findByText(/Balance 4200/)
    await waitFor(() => expect(localStorage.getItem('adcoin.money')).toContain('"4200"'))
  })
})
