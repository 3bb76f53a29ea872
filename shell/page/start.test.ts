// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startEarly } from './early.ts'
import { startPage } from './start.ts'
import { stubFileArrivals, testMessageTexts } from './tests/start-parts.ts'

const [id, former] = ['1.1.0-bbbbbbbb', '1.0.0-aaaaaaaa']
const live = `/releases/shell/${id}/shell.js`
const previous = `/releases/shell/${former}/shell.js`
const version = { entry: 'shell.js', styles: ['styles.css'], locales: {}, integrity: { 'styles.css': 'sha256-styles' } }
const shell = { active: id, previous: [former, '0.9.0-cccccccc'], versions: { [id]: version, [former]: version } }
const map = { imports: {}, integrity: { [live]: 'sha256-new', [previous]: 'sha256-old' } }

const load = vi.fn<(file: string) => Promise<unknown>>()
const reload = vi.fn<() => void>()
const requestMock = vi.fn<(address: string, how?: RequestInit) => Promise<Response>>()
/** The files that have loaded or failed, as the browser lists them. */
const files: string[] = []
let notifyArrival = () => {}
let stopListening = new AbortController()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  files.splice(0, Infinity, live, previous)
  vi.stubGlobal('performance', {
    now: () => Date.now(),
    getEntriesByName: (file: string) => files.filter(one => file.endsWith(one)),
  })
  notifyArrival = stubFileArrivals()
  vi.stubGlobal(
    'fetch',
    requestMock.mockReset().mockImplementation(async () => new Response('')),
  )
  load.mockReset().mockResolvedValue({})
  reload.mockReset()
})
afterEach(() => {
  stopListening.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** One load of the page. What an earlier one listened for is over. */
async function open(block: unknown = { number: 7, apps: { shell } }, hashes: unknown = map): Promise<void> {
  stopListening.abort()
  vi.clearAllTimers()
  const { signal } = (stopListening = new AbortController())
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) =>
    EventTarget.prototype.addEventListener.call(window, type, listener as EventListener, { signal }),
  )
  load.mockClear()
  requestMock.mockClear()
  history.replaceState(null, '', '/lanuch')
  document.head.innerHTML =
    `<script type="importmap">${JSON.stringify(hashes)}</script>` +
    `<link rel="modulepreload" href="${live}" integrity="sha256-new">` +
    `<link rel="preload" as="style" href="/releases/shell/${id}/styles.css" integrity="sha256-styles">` +
    '<script type="application/json" id="live"></script>'
  const written = document.getElementById('live')
  if (written) written.textContent = typeof block === 'string' ? block : JSON.stringify(block)
  document.body.innerHTML = '<div id="root"></div>'
  startEarly()
  startPage(testMessageTexts, { load, reload })
  document.dispatchEvent(new Event('DOMContentLoaded'))
  files.push(...[...document.querySelectorAll('link')].map(link => new URL(link.href).pathname))
  await vi.advanceTimersByTimeAsync(0)
}

const draw = async (html = '<h1>Drawn</h1>') => {
  document.getElementById('root')?.insertAdjacentHTML('beforeend', html)
  await vi.advanceTimersByTimeAsync(300)
}
const listStartedFiles = () => load.mock.calls.map(([file]) => file)
const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.getAttribute('href'))
const reports = () =>
  requestMock.mock.calls
    .filter(([address]) => address === '/app/health/report')
    .map(([, how]) => JSON.parse(String(how?.body)) as { phase: string; release: string; reason: string })
const readMessage = () => document.querySelector('#root [role=alert]')?.textContent ?? ''
const throws = (file: string, message = 'boom') =>
  dispatchEvent(new ErrorEvent('error', { filename: location.origin + file, message }))

it('starts the live shell, and keeps nothing of that', async () => {
  await open()
  expect(listStartedFiles()).toEqual([live])
  await draw()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([listStartedFiles(), Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[live], [], []])
  expect([reports(), sheets()]).toEqual([[], [expect.stringContaining(`${id}/styles.css`)]])
})

const emptyOf = (element: string) => () => draw(element).then(() => vi.advanceTimersByTimeAsync(5_500))
it.each<[string, () => unknown, string]>([
  ['throws after it began', () => throws(live), 'evaluate'],
  ['throws in a part of its own', () => throws(`/releases/shell/${id}/data.js`), 'evaluate'],
  ['can draw nothing but its last card', () => draw('<main data-failed>Sorry</main>'), 'render'],
  ['draws nothing for five seconds', () => vi.advanceTimersByTimeAsync(5_500), 'stall'],
  ['draws nothing that could be read', emptyOf('<div></div>'), 'stall'],
])('starts the previous one once, in the same page and its own styles, when it %s', async (_what, happens, phase) => {
  await open()
  await happens()
  await vi.advanceTimersByTimeAsync(300)
  expect([listStartedFiles(), reports()]).toEqual([[live, previous], [expect.objectContaining({ phase, release: id })]])
  expect(sheets()).toEqual([`/releases/shell/${former}/styles.css`])
  throws(live)
  await draw()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([listStartedFiles().length, reports().length, readMessage(), reload.mock.calls]).toEqual([2, 1, '', []])
})

it('starts the previous one when the first line throws, and shows a message if that fails too', async () => {
  load.mockImplementation(async file => {
    if (file === live) throw new Error('first line')
  })
  await open()
  expect(listStartedFiles()).toEqual([live, previous])
  expect(reports()).toEqual([
    { app: 'shell', release: id, phase: 'evaluate', reason: 'Error: first line', generation: 7 },
  ])
  throws(previous)
  expect(readMessage()).toContain(testMessageTexts.en_US?.title)
  expect(reload.mock.calls).toEqual([])
  document.querySelector('button')?.click()
  expect(reload.mock.calls).toHaveLength(1)
})

it('fetches a failed file once past the cache, and the previous shell meanwhile', async () => {
  load.mockImplementation(async file => {
    if (file === live) throw new TypeError('Failed to fetch dynamically imported module')
  })
  files.length = 0
  files.push(live)
  await open()
  expect(requestMock.mock.calls[0]).toEqual([live, { integrity: 'sha256-new', cache: 'reload' }])
  const next = document.querySelector(`link[rel=modulepreload][href="${previous}"]`)
  expect(next?.getAttribute('integrity')).toBe('sha256-old')
  next?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
  expect(listStartedFiles()).toEqual([live, live, previous])
  expect(reports()).toEqual([expect.objectContaining({ phase: 'entry' })])
})

it('takes what a failed shell still draws away from the next one', async () => {
  await open()
  const root = document.getElementById('root')
  await vi.advanceTimersByTimeAsync(5_500)
  root?.append('late')
  await vi.advanceTimersByTimeAsync(300)
  expect(document.body.textContent).toBe('')
  await draw()
  expect(document.body.textContent).toBe('Drawn')
})

it('takes neither a hidden page, nor a busy thread, nor a file on its way for silence', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await open()
  await vi.advanceTimersByTimeAsync(300_000)
  hidden.mockReturnValue(false)
  for (let task = 0; task < 20; task++) {
    vi.setSystemTime(Date.now() + 1_000)
    await vi.advanceTimersByTimeAsync(250)
  }
  const waits = document.head.appendChild(document.createElement('link'))
  Object.assign(waits, { rel: 'modulepreload', href: '/releases/remote-auth/1.0.0-0a1b2c3d/entry.js' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(listStartedFiles()).toEqual([live])
  // The loader gives the file up, and takes another one.
  waits.remove()
  notifyArrival()
  await vi.advanceTimersByTimeAsync(5_250)
  expect(listStartedFiles()).toEqual([live])
  await vi.advanceTimersByTimeAsync(750)
  expect(listStartedFiles()).toEqual([live, previous])
})

it('reports after a minute that the file is missing, and uses it when it arrives', async () => {
  files.length = 0
  load.mockImplementation(() => new Promise(() => undefined))
  await open()
  files.splice(0, Infinity, ...files.filter(file => file !== live))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(readMessage()).toBe('')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([readMessage(), reports()]).toEqual([expect.stringContaining(testMessageTexts.en_US?.title ?? ''), []])
  await draw()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([listStartedFiles(), reports()]).toEqual([[live], []])
})

it('takes an error of another person, or after the first render, for no failure of it', async () => {
  await open()
  throws('/releases/remote-auth/1.0.0-0a1b2c3d/remoteEntry.js')
  throws('')
  await draw()
  throws(live)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([listStartedFiles(), reports()]).toEqual([[live], []])
})

it('reports that it did not load where no shell is left, or the previous one has no hash', async () => {
  load.mockRejectedValue(new Error('broken'))
  for (const block of ['', '{"apps":', { apps: { shell: { ...shell, previous: [] } } }]) {
    await open(block)
    expect([listStartedFiles(), readMessage()]).toEqual([
      [live],
      expect.stringContaining(testMessageTexts.en_US?.title ?? ''),
    ])
  }
  await open(undefined, { integrity: { [live]: 'sha256-new' } })
  expect(listStartedFiles()).toEqual([live])
  for (const bad of [
    { previous: ['../evil'] },
    { previous: ['https://evil.example/x'] },
    { versions: { [former]: { ...version, styles: 7 } } },
    { versions: {} },
  ]) {
    await open({ apps: { shell: { ...shell, ...bad } } })
    expect(listStartedFiles()).toEqual([live])
  }
})

it.each([
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['a NUL, as the browser reads it', (text: string) => `${text}\uFFFD`],
  ['spaces', (text: string) => `\n ${text} \n`],
])('reads the block with %s around it', async (_what, damage) => {
  load.mockRejectedValue(new Error('broken'))
  await open(damage(JSON.stringify({ number: 7, apps: { shell } })))
  expect(listStartedFiles()).toEqual([live, previous])
})

// Each field once with a value of each kind of damage; early-files.ts treats every field alike.
const odd: readonly unknown[] = [null, 0, 'text', [], {}, [null], { path: 7 }, [{ path: {} }]]
const routes = [{ path: '/lanuch' }]
const remote = { ...shell, routes }
const damaged = [
  ...['active', 'previous', 'versions', 'routes', 'tabs', 'canary'].map(field => (value: unknown) => ({
    ...remote,
    [field]: value,
  })),
  ...['entry', 'styles', 'locales', 'integrity', 'preload', 'groups'].map(field => (value: unknown) => ({
    ...remote,
    versions: { [id]: { ...version, [field]: value } },
  })),
  ...['path', 'reads'].map(field => (value: unknown) => ({ ...remote, routes: [{ ...routes[0], [field]: value }] })),
  (value: unknown) => value,
]
it('starts the shell and requests nothing else with a damaged block', async () => {
  const apps: unknown[] = [
    [1, 2],
    Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`remote-x${at}`, {}])),
    ...odd.map(value => ({ shell: value })),
    ...odd.flatMap(value => damaged.map(damage => ({ shell, 'remote-auth': damage(value) }))),
  ]
  for (const each of apps) {
    await open({ number: 7, apps: each })
    expect(listStartedFiles(), JSON.stringify(each).slice(0, 200)).toEqual([live])
    expect(sheets()).toHaveLength(1)
    expect(requestMock.mock.calls).toEqual([])
    const addresses = [...document.querySelectorAll('link')].map(link => new URL(link.href).pathname)
    expect(addresses.filter(address => !address.startsWith('/releases/'))).toEqual([])
    await draw()
  }
})
