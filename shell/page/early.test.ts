// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHash } from 'node:crypto'
import { assignCanaryGroup } from '@adcoin/contract'
import { startEarly } from './early.ts'
import { startPage } from './start.ts'
import { stubFileArrivals, testMessageTexts } from './tests/start-parts.ts'

const id = '1.0.0-0a1b2c3d'
const version = (more: object = {}) => ({
  entry: 'entry.js',
  styles: ['styles.css'],
  locales: { en_US: 'locale.en_US.js', hi_IN: 'locale.hi_IN.js' },
  integrity: { 'styles.css': 'sha384-x' },
  ...more,
})
const live = (more: object = {}) => ({ active: id, previous: [], versions: { [id]: version(more) } })
const words = { en_US: 'locale.en_US.json', hi_IN: 'locale.hi_IN.json' }
const block = {
  apps: {
    shell: live(),
    'remote-auth': { ...live({ locales: words }), routes: [{ path: '/lanuch' }, { path: '/appLogin' }] },
    'remote-tasks': {
      ...live({ locales: words, preload: { '/task/:taskId': ['task.js'] } }),
      routes: [
        { path: '/home', reads: ['/app/user/finance/balance?fw=true', '/app/user/setting'] },
        { path: '/task/:taskId' },
      ],
    },
    'remote-wallet': { active: id, previous: [], versions: {}, routes: [{ path: '/money' }] },
  },
}

const load = vi.fn<(file: string) => Promise<unknown>>()
const goTo = vi.fn<(path: string) => void>()
let stopListening = new AbortController()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('performance', { now: () => Date.now(), getEntriesByName: () => [] })
  stubFileArrivals()
  goTo.mockReset()
  load.mockReset().mockImplementation(() => new Promise(() => undefined))
  const { signal } = (stopListening = new AbortController())
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => listen(type, listener, { capture: true, signal }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  // Whatever an earlier boot still waited for is over.
  document.dispatchEvent(new Event('DOMContentLoaded'))
  stopListening.abort()
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
})

function open(path: string, { languages = ['en-GB'], written = JSON.stringify(block), more = '' } = {}): void {
  history.replaceState(null, '', path)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  document.head.innerHTML =
    '<link rel="modulepreload" href="/releases/shell/1.0.0-0a1b2c3d/entry.js"><script type="application/json" id="live"></script>'
  const script = document.getElementById('live')
  if (script) script.textContent = written
  document.body.innerHTML = `<div id="root"></div>${more}`
  startEarly(goTo)
  startPage(testMessageTexts, { load, reload: () => undefined })
}

const landing = '<template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template>\n'

const listStartedLinks = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link:not([href$="shell/1.0.0-0a1b2c3d/entry.js"])')].map(
    link => `${link.rel} ${link.getAttribute('href')?.replace('/1.0.0-0a1b2c3d', '').replace('/releases/', '')}`,
  )

const readDrawn = () => document.getElementById('root')?.innerHTML.replaceAll(' data-boot=""', '')

describe('the boot script', () => {
  it('starts the landing page for a person without a token, wherever the address points', () => {
    open('/money')
    expect(listStartedLinks()).toEqual([
      'modulepreload shell/locale.en_US.js',
      'modulepreload remote-auth/entry.js',
      'preload remote-auth/locale.en_US.json',
      'preload remote-auth/styles.css',
    ])
    expect(
      [...document.head.querySelectorAll('link[rel=preload]')].map(link => [
        link.getAttribute('crossorigin'),
        link.getAttribute('integrity'),
      ]),
    ).toEqual([
      ['anonymous', null],
      [null, 'sha384-x'],
    ])
  })

  it('starts the area of the address for a person with a token, chunks of the page included', () => {
    localStorage.setItem('adcoin.token', 'token')
    open('/task/42', { languages: ['hi-IN'] })
    expect(listStartedLinks()).toEqual([
      'modulepreload shell/locale.hi_IN.js',
      'modulepreload remote-tasks/entry.js',
      'modulepreload remote-tasks/task.js',
      'preload remote-tasks/locale.hi_IN.json',
      'preload remote-tasks/styles.css',
    ])
  })

  it('asks for nothing of a remote that the page only names', () => {
    localStorage.setItem('adcoin.token', 'token')
    open('/money')
    expect(listStartedLinks()).toEqual(['modulepreload shell/locale.en_US.js'])
  })

  const elsewhere = JSON.stringify({
    apps: {
      ...block.apps,
      'remote-auth': { ...block.apps['remote-auth'], versions: {} },
      'remote-tasks': { ...block.apps['remote-tasks'], versions: {} },
    },
  })
  it('goes to the page that the guard will choose, and keeps a visitor’s destination', () => {
    open('/money?a=b#c', { written: elsewhere })
    expect([goTo.mock.calls, listStartedLinks()]).toEqual([[['/lanuch']], []])
    expect(sessionStorage.getItem('adcoin.destination')).toBe('/money?a=b#c')
    sessionStorage.setItem('adcoin.tabOwner', 'u_ana')
    open('/money', { written: elsewhere })
    expect(sessionStorage.getItem('adcoin.destination'), 'of the last person of this tab').toBe('u_ana/money')
    goTo.mockClear()
    sessionStorage.clear()
    localStorage.setItem('adcoin.token', 'token')
    open('/appLogin', { written: elsewhere })
    open('/home', { written: elsewhere })
    expect(goTo.mock.calls).toEqual([])
    open('/login', { written: elsewhere })
    expect(goTo.mock.calls).toEqual([['/home']])
  })

  it('stays where the shell leads to a kept destination, and where none can be kept', () => {
    sessionStorage.setItem('adcoin.destination', '/money')
    localStorage.setItem('adcoin.token', 'token')
    open('/login', { written: elsewhere })
    localStorage.clear()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    open('/money', { written: elsewhere })
    vi.restoreAllMocks()
    expect(goTo.mock.calls).toEqual([])
    expect(listStartedLinks()).toEqual(['modulepreload shell/locale.en_US.js'])
  })

  it('asks for the shared modules of the shell first, which are the largest', () => {
    localStorage.setItem('adcoin.token', 'token')
    const shell = live({ preload: { data: ['data.js'] } })
    open('/home', { written: JSON.stringify({ apps: { ...block.apps, shell } }) })
    expect(listStartedLinks().slice(0, 2)).toEqual([
      'modulepreload shell/data.js',
      expect.stringContaining('shell/locale.en_US'),
    ])
  })

  it.each([
    ['/', 'token', 'remote-tasks/entry.js'],
    ['/login', 'token', 'remote-tasks/entry.js'],
    ['/appLogin', 'token', 'remote-auth/entry.js'],
    ['/appLogin', '', 'remote-auth/entry.js'],
    ['/lanuch', '', 'remote-auth/entry.js'],
  ])('guesses what the guard will decide about %s with token "%s"', (path, token, entry) => {
    if (token) localStorage.setItem('adcoin.token', token)
    open(path)
    expect(listStartedLinks()).toContain(`modulepreload ${entry}`)
  })

  it.each([
    [['zh-HK'], '', 'zh-TW'],
    [['fr', 'pt-BR'], '', 'pt'],
    [['fr'], '', 'en'],
    [['es-ES'], 'es_MX', 'es'],
    [['hi'], 'nonsense', 'hi'],
  ])('sets the language of %j with "%s" saved before anything is drawn', (languages, saved, lang) => {
    if (saved) localStorage.setItem('adcoin.language', saved)
    open('/lanuch', { languages })
    expect(document.documentElement.lang).toContain(lang)
  })

  it('sets a chosen theme and leaves the system to decide otherwise', () => {
    localStorage.setItem('adcoin.theme', 'dark')
    open('/lanuch')
    expect(document.documentElement.dataset.theme).toBe('dark')
    delete document.documentElement.dataset.theme
    localStorage.setItem('adcoin.theme', 'system')
    open('/lanuch')
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })

  it('works with blocked storage and with a damaged block', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    open('/home', { written: '{"apps":' })
    expect(document.documentElement.lang).toBe('en')
    expect(listStartedLinks()).toEqual([])
  })

  it('shows the prerendered fragment of the path and the language, and no other', () => {
    open('/', {
      languages: ['pt'],
      more: '<template data-path="/lanuch" data-language="pt_PT"><h1>Olá</h1></template><template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template><template data-path="/home" data-language="pt_PT"><h1>Casa</h1></template>',
    })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(readDrawn()).toBe('<h1>Olá</h1>')
  })

  it('writes the texts of the language into a drawing that is stored once', () => {
    open('/lanuch', {
      languages: ['hi'],
      more:
        '<script type="application/json" id="texts">{"/lanuch":{"en_US":["Hi","Back"],"hi_IN":["नमस्ते","<b>"]}}</script>' +
        '<template data-path="/lanuch" data-language="en_US hi_IN"><h1>{}</h1><a href="/x" aria-label="{}">7{}</a></template>\n',
    })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(readDrawn()).toBe('<h1>नमस्ते</h1><a href="/x" aria-label="&lt;b&gt;">7{}</a>')
  })

  it.each(['?step=code', '?a=b&reset=mobile'])('shows none for a step inside a screen (%s)', query => {
    open(`/lanuch${query}`, { more: landing })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(readDrawn()).toBe('')
  })

  it('shows the fragment as soon as it was read, without waiting for the scripts of the page', async () => {
    open('/lanuch')
    document.body.insertAdjacentHTML(
      'beforeend',
      '<template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template>',
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(readDrawn()).toBe('') // it may not be whole yet
    document.body.append('\n')
    await vi.advanceTimersByTimeAsync(0)
    expect(readDrawn()).toBe('<h1>Hello</h1>')
  })

  it('shows that it is slow after ten empty seconds, and that it failed after a minute', () => {
    const arrived = stubFileArrivals()
    open('/lanuch', { languages: ['es-MX'] })
    const root = document.getElementById('root')
    vi.advanceTimersByTime(9_900)
    expect(root?.textContent).toBe('')
    vi.advanceTimersByTime(200)
    expect(root?.querySelector('[role=status]')?.textContent).toBe(testMessageTexts.es_MX?.slow)
    vi.advanceTimersByTime(49_000)
    arrived()
    vi.advanceTimersByTime(59_500)
    expect(root?.querySelector('[role=alert]')).toBeNull()
    vi.advanceTimersByTime(1_000)
    expect(root?.querySelector('[role=alert] h1')?.textContent).toBe(testMessageTexts.es_MX?.title)
    expect(root?.querySelector('button')?.textContent).toBe(testMessageTexts.es_MX?.retry)
    expect(root?.querySelector('[role=status]')).toBeNull()
  })

  it('keeps a fragment readable while files load, with a message above if they fail', () => {
    open('/lanuch', { more: landing })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    const root = document.getElementById('root')
    vi.advanceTimersByTime(59_000)
    expect(readDrawn()).toBe('<h1>Hello</h1>')
    vi.advanceTimersByTime(2_000)
    expect([...(root?.querySelectorAll('h1, h2') ?? [])].map(heading => heading.textContent)).toEqual([
      testMessageTexts.en_US?.title,
      'Hello',
    ])
  })

  it('fetches its file once past the cache, then reports the failure and keeps the fragment', async () => {
    const requestMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', requestMock)
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    vi.stubGlobal('performance', { now: () => Date.now(), getEntriesByName: () => [{}] })
    open('/lanuch', { more: landing })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    await vi.advanceTimersByTimeAsync(0)
    expect(requestMock.mock.calls).toEqual([
      [expect.stringContaining('/1.0.0-0a1b2c3d/entry.js'), expect.objectContaining({ cache: 'reload' })],
      ['/app/health/report', expect.objectContaining({ body: expect.stringContaining('"phase":"entry"') })],
    ])
    expect(document.querySelector('#root [role=alert]')?.textContent).toContain(testMessageTexts.en_US?.title)
    expect(document.querySelector('#root > h1')?.textContent).toBe('Hello')
    expect(document.querySelectorAll('#root [role=alert]')).toHaveLength(1)
  })

  it('keeps silent when the shell has drawn', () => {
    open('/lanuch')
    document.dispatchEvent(new Event('DOMContentLoaded'))
    document.getElementById('root')?.append('drawn')
    vi.advanceTimersByTime(120_000)
    expect(document.querySelector('[role=alert], [role=status]')).toBeNull()
  })
})

describe('what the screen reads first', () => {
  const requests = () => vi.mocked(fetch).mock.calls.map(([address, how]) => [address, how?.headers])
  beforeEach(
    () =>
      void vi.stubGlobal(
        'fetch',
        vi.fn(() => Promise.reject(new TypeError('offline'))),
      ),
  )
  afterEach(() => void (globalThis.adcoinReads = undefined))

  it('is asked for at once, with token and language, and handed on for these alone', async () => {
    localStorage.setItem('adcoin.token', 'token-of-ana')
    open('/home', { languages: ['hi'] })
    const headers = { lang: 'hi_IN', Accept: 'application/json', 'Authorized-Key': 'token-of-ana' }
    expect(requests()).toEqual([
      ['/app/user/finance/balance?fw=true', headers],
      ['/app/user/setting', headers],
    ])
    const { token, language, answers } = globalThis.adcoinReads ?? expect.fail('nothing was handed on')
    expect([token, language, Object.keys(answers)]).toEqual([
      'token-of-ana',
      'hi_IN',
      ['/app/user/finance/balance?fw=true', '/app/user/setting'],
    ])
    await expect(answers['/app/user/setting']).rejects.toThrow('offline')
  })

  it.each([
    ['another screen', '/task/7', 'token-of-ana'],
    ['an unauthenticated person', '/home', ''],
    ['a token that cannot be one', '/home', 'undefined'],
    ['a token that no header takes', '/home', 'line\nbreak'],
  ])('is nothing for %s', (_who, path, token) => {
    localStorage.setItem('adcoin.token', token)
    open(path)
    expect(requests()).toEqual([])
  })
})

describe('a canary', () => {
  const withCanary = (share: unknown, salt = 'abcdefgh') => {
    const { versions, ...auth } = block.apps['remote-auth']
    const both = { ...versions, '1.1.0-0a1b2c3d': version({ locales: words }) }
    const tried = { ...auth, versions: both, canary: { release: '1.1.0-0a1b2c3d', share, salt } }
    return JSON.stringify({ apps: { ...block.apps, 'remote-auth': tried } })
  }
  const triesIt = () => listStartedLinks().some(each => each.includes('remote-auth/1.1.0'))
  const numberOf = (seed: number) => createHash('sha256').update(String(seed)).digest('hex').slice(0, 16)

  it('is used by the browsers that the contract computes, always the same, about its share', () => {
    let tried = 0
    for (let seed = 0; seed < 120; seed++) {
      const browser = numberOf(seed)
      localStorage.setItem('adcoin.browser', browser)
      open('/lanuch', { written: withCanary(30) })
      const isIn = assignCanaryGroup(browser, 'remote-auth', { salt: 'abcdefgh', share: 30 }) === 'canary'
      expect(triesIt()).toBe(isIn)
      if (isIn) tried++
    }
    expect(tried).toBeGreaterThan(20)
    expect(tried).toBeLessThan(55)
  })

  it.each([[null], [-1], [0], [150], [51], ['50'], [12.5], [{}], [undefined]])(
    'with the share %j is used by no browser (faults.md A15)',
    share => {
      for (let seed = 0; seed < 15; seed++) {
        localStorage.setItem('adcoin.browser', numberOf(seed))
        open('/lanuch', { written: withCanary(share) })
        expect(triesIt()).toBe(false)
      }
      const groups = Array.from({ length: 1_000 }, (_, seed) =>
        assignCanaryGroup(numberOf(seed), 'remote-auth', { salt: 'abcdefgh', share: share as number }),
      )
      expect(new Set(groups)).toEqual(new Set(['rest']))
    },
  )

  it('gives a browser a number that stays, and is tried by none that keeps nothing', () => {
    open('/lanuch', { written: withCanary(50) })
    const number = localStorage.getItem('adcoin.browser')
    expect(number).toMatch(/^[0-9a-f]{16}$/)
    open('/lanuch', { written: withCanary(50) })
    expect(localStorage.getItem('adcoin.browser')).toBe(number)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    localStorage.clear()
    for (let turn = 0; turn < 20; turn++) {
      open('/lanuch', { written: withCanary(50) })
      expect(triesIt()).toBe(false)
    }
    vi.restoreAllMocks()
  })
})
