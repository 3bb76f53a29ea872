// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../gate/public-paths.ts'
import { boot } from './boot-script.ts'
import { bootTexts, languageRules } from './texts.ts'

const live = (app: string, more: object = {}) => ({
  active: { path: `/releases/${app}/1.0.0-0a1b2c3d`, entry: 'entry.js', styles: ['styles.css'], locales: { en_US: 'locale.en_US.js', hi_IN: 'locale.hi_IN.js' }, preload: {}, integrity: { 'styles.css': 'sha384-x' }, ...more },
})
const registry = {
  apps: {
    shell: { ...live('shell'), routes: [] },
    'remote-auth': { ...live('remote-auth'), routes: [{ path: '/lanuch' }, { path: '/appLogin' }] },
    'remote-tasks': { ...live('remote-tasks', { preload: { '/task/:taskId': ['task.js'] } }), routes: [{ path: '/home' }, { path: '/task/:taskId' }] },
  },
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  // Whatever an earlier boot still waited for is over.
  document.dispatchEvent(new Event('DOMContentLoaded'))
  delete document.documentElement.dataset.theme
})

function open(path: string, { languages = ['en-GB'], block = JSON.stringify(registry), more = '' } = {}): void {
  history.replaceState(null, '', path)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  document.head.innerHTML = '<script type="application/json" id="registry"></script>'
  const script = document.getElementById('registry')
  if (script) script.textContent = block
  document.body.innerHTML = `<div id="root"></div>${more}`
  boot(publicPaths, languageRules, bootTexts)
}

const started = () => [...document.head.querySelectorAll('link')].map(link => `${link.rel} ${link.getAttribute('href')?.replace('/1.0.0-0a1b2c3d', '').replace('/releases/', '')}`)

describe('the boot script', () => {
  it('starts the landing page for somebody without a token, wherever the address points', () => {
    open('/money')
    expect(started()).toEqual(['modulepreload shell/locale.en_US.js', 'modulepreload remote-auth/entry.js', 'modulepreload remote-auth/locale.en_US.js', 'preload remote-auth/styles.css'])
    expect(document.head.querySelector('link[rel=preload]')?.getAttribute('integrity')).toBe('sha384-x')
  })

  it('starts the area of the address for somebody with a token, chunks of the page included', () => {
    localStorage.setItem('adcoin.token', 'token')
    open('/task/42', { languages: ['hi-IN'] })
    expect(started()).toEqual(['modulepreload shell/locale.hi_IN.js', 'modulepreload remote-tasks/entry.js', 'modulepreload remote-tasks/task.js', 'modulepreload remote-tasks/locale.hi_IN.js', 'preload remote-tasks/styles.css'])
  })

  it.each([['/', 'token', 'remote-tasks/entry.js'], ['/login', 'token', 'remote-tasks/entry.js'], ['/appLogin', 'token', 'remote-auth/entry.js'], ['/appLogin', '', 'remote-auth/entry.js'], ['/lanuch', '', 'remote-auth/entry.js']])('guesses what the guard will decide about %s with token "%s"', (path, token, entry) => {
    if (token) localStorage.setItem('adcoin.token', token)
    open(path)
    expect(started()).toContain(`modulepreload ${entry}`)
  })

  it.each([[['zh-HK'], '', 'zh-TW'], [['fr', 'pt-BR'], '', 'pt'], [['fr'], '', 'en'], [['es-ES'], 'es_MX', 'es'], [['hi'], 'nonsense', 'hi']])('sets the language of %j with "%s" saved before anything is drawn', (languages, saved, lang) => {
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

  it('works with blocked storage and with a damaged registry', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    open('/home', { block: '{"apps":' })
    expect(document.documentElement.lang).toBe('en')
    expect(started()).toEqual([])
  })

  it('shows the prerendered fragment of the path and the language, and no other', () => {
    open('/', { languages: ['pt'], more: '<template data-path="/lanuch" data-language="pt_PT"><h1>Olá</h1></template><template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template><template data-path="/home" data-language="pt_PT"><h1>Casa</h1></template>' })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(document.getElementById('root')?.innerHTML).toBe('<h1>Olá</h1>')
  })

  it('shows the fragment as soon as it was read, without waiting for the scripts of the page', async () => {
    open('/lanuch')
    document.body.insertAdjacentHTML('beforeend', '<template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template>')
    await vi.advanceTimersByTimeAsync(0)
    expect(document.getElementById('root')?.innerHTML).toBe('') // it may not be whole yet
    document.body.append('\n')
    await vi.advanceTimersByTimeAsync(0)
    expect(document.getElementById('root')?.innerHTML).toBe('<h1>Hello</h1>')
  })

  it("says in the person's language that the shell did not arrive, after ten seconds", () => {
    open('/lanuch', { languages: ['es-MX'] })
    vi.advanceTimersByTime(9_900)
    expect(document.getElementById('root')?.textContent).toBe('')
    vi.advanceTimersByTime(200)
    const message = document.querySelector('#root [role=alert]')
    expect(message?.querySelector('h1')?.textContent).toBe(bootTexts.es_MX?.title)
    expect(message?.querySelector('button')?.textContent).toBe(bootTexts.es_MX?.retry)
  })

  it('says so at once when its file cannot be had, in place of a fragment', () => {
    open('/lanuch', { more: '<template data-path="/lanuch" data-language="en_US"><h1>Hello</h1></template>\n' })
    document.dispatchEvent(new Event('DOMContentLoaded'))
    const script = document.createElement('script')
    script.type = 'application/x-test'
    script.src = '/releases/shell/1.0.0-0a1b2c3d/entry.js'
    document.head.append(script)
    script.dispatchEvent(new Event('error'))
    expect(document.querySelector('#root h1')?.textContent).toBe(bootTexts.en_US?.title)
  })

  it('keeps silent when the shell has drawn, and when the file of a remote fails', () => {
    open('/lanuch')
    const script = document.createElement('script')
    script.type = 'application/x-test'
    script.src = '/releases/remote-auth/1.0.0-0a1b2c3d/entry.js'
    document.head.append(script)
    script.dispatchEvent(new Event('error'))
    const root = document.getElementById('root')
    expect(root?.textContent).toBe('')
    root?.append(document.createElement('main'))
    vi.advanceTimersByTime(20_000)
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})
