// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileArrivals } from '../../../tests/file-arrivals.ts'
import { early } from './early.ts'
import { start } from './start.ts'
import { bootPaths } from '../page.ts'
import { bootRules, bootTexts } from '../boot-source.ts'

const live = '/releases/shell/1.1.0-bbbbbbbb/shell.js'
const spare = '/releases/shell/1.0.0-aaaaaaaa/shell.js'
const day = 24 * 60 * 60 * 1000
const shell = {
  active: { path: '/releases/shell/1.1.0-bbbbbbbb', entry: 'shell.js', styles: [], locales: {}, integrity: {} },
  spare: {
    path: '/releases/shell/1.0.0-aaaaaaaa',
    entry: 'shell.js',
    styles: ['styles.css'],
    integrity: { 'shell.js': 'sha256-old', 'styles.css': 'sha256-old-styles' },
  },
}

const load = vi.fn<(file: string) => Promise<unknown>>()
const reload = vi.fn<() => void>()
const requestMock = vi.fn<(address: string, how?: RequestInit) => Promise<Response>>()
const visit = { type: 'navigate' }
/** What has come to its end, as the browser says it. */
const files: string[] = []
let stopListening = new AbortController()

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-06-01'),
  })
  visit.type = 'navigate'
  files.length = 0
  vi.stubGlobal('performance', {
    getEntriesByType: () => [visit],
    getEntriesByName: (file: string) => files.filter(one => file.endsWith(one)),
  })
  fileArrivals()
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
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
  sessionStorage.clear()
})

/** One load of the page. What an earlier one listened for is over. */
async function open(registry: unknown = { generation: 7, apps: { shell } }): Promise<void> {
  stopListening.abort()
  const now = Date.now()
  vi.clearAllTimers() // which sets the clock back
  vi.setSystemTime(now)
  const { signal } = (stopListening = new AbortController())
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) =>
    EventTarget.prototype.addEventListener.call(window, type, listener as EventListener, { signal }),
  )
  load.mockClear()
  reload.mockClear()
  requestMock.mockClear()
  history.replaceState(null, '', '/lanuch')
  document.head.innerHTML =
    `<link rel="modulepreload" href="${live}" integrity="sha256-new">` +
    '<link rel="preload" as="style" href="/releases/shell/1.1.0-bbbbbbbb/styles.css" integrity="sha256-new-styles">' +
    '<script type="application/json" id="registry"></script>'
  const block = document.getElementById('registry')
  if (block) block.textContent = typeof registry === 'string' ? registry : JSON.stringify(registry)
  document.body.innerHTML = '<div id="root"></div>'
  // jsdom downloads nothing.
  for (const link of document.querySelectorAll('link'))
    Object.defineProperty(link, 'relList', { value: { supports: () => true } })
  early(bootPaths, bootRules)
  start(bootTexts, { load, reload })
  // The link of the page itself may have failed before.
  document.querySelector('link[rel=modulepreload]:last-of-type')?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
}

const draw = async (html = '<h1>Drawn</h1>') => {
  document.getElementById('root')?.insertAdjacentHTML('beforeend', html)
  await vi.advanceTimersByTimeAsync(300)
}
const started = () => load.mock.calls.map(([file]) => file)
const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.getAttribute('href'))
const reports = () =>
  requestMock.mock.calls
    .filter(([address]) => address === '/app/health/report')
    .map(([, how]) => JSON.parse(String(how?.body)) as { phase: string; release: string; reason: string })
const notes = () =>
  Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('adcoin.start.') ? [text] : []))
const says = () => document.querySelector('#root [role=alert]')?.textContent ?? ''
const throws = (file: string, message = 'boom') =>
  dispatchEvent(new ErrorEvent('error', { filename: location.origin + file, message }))

it('starts the live shell, and remembers nothing once that has drawn', async () => {
  await open()
  expect(started()).toEqual([live])
  expect(notes()).toEqual([`${live} ${Date.now()}`])
  await draw()
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])
  expect([reports(), sheets()]).toEqual([[], [expect.stringContaining('1.1.0-bbbbbbbb/styles.css')]])
})

it('starts the previous one in the same page when the first line throws, in its own styles, and at once after its second failure', async () => {
  load.mockImplementation(async file => {
    if (file === live) throw new Error('first line')
  })
  await open()
  expect(started()).toEqual([live, spare])
  expect(sheets()).toEqual(['/releases/shell/1.0.0-aaaaaaaa/styles.css'])
  expect(requestMock.mock.calls).toContainEqual([spare, expect.objectContaining({ integrity: 'sha256-old' })])
  expect(reports()).toEqual([
    { app: 'shell', release: '1.1.0-bbbbbbbb', phase: 'evaluate', reason: 'Error: first line', generation: 7 },
  ])
  await draw()
  await open()
  expect(started()).toEqual([live, spare])
  await draw()
  await open()
  expect([started(), reports(), reload.mock.calls]).toEqual([[spare], [], []])
})

it('tries a shell that failed twice again after a day', async () => {
  localStorage.setItem('adcoin.shells', JSON.stringify({ [live]: [Date.now() - 1, Date.now()] }))
  await open()
  expect(started()).toEqual([spare])
  await draw()
  vi.setSystemTime(Date.now() + day + 1)
  await open()
  expect(started()).toEqual([live])
})

it.each([
  ['throws after it began', () => throws(live), 'evaluate'],
  ['throws in a part of its own', () => throws('/releases/shell/1.1.0-bbbbbbbb/data.js'), 'evaluate'],
  ['can draw nothing but its last card', () => draw('<main data-failed>Sorry</main>'), 'render'],
  ['draws nothing at all', () => vi.advanceTimersByTimeAsync(21_000), 'stall'],
  [
    'draws nothing that could be read',
    () => draw('<div></div>').then(() => vi.advanceTimersByTimeAsync(21_000)),
    'stall',
  ],
])('asks for a new page once when it %s, and that one starts the previous shell', async (_what, happens, phase) => {
  await open()
  await happens()
  expect([reload.mock.calls.length, reports().map(report => report.phase)]).toEqual([1, [phase]])
  await open()
  expect(started()).toEqual([spare])
  await draw()
  expect([says(), reload.mock.calls]).toEqual(['', []])
})

it('asks for a new page when it came, and waits for ever for something', async () => {
  load.mockImplementation(() => new Promise(() => undefined))
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        setTimeout(callback, 5_000)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  files.push(live)
  await open()
  await vi.advanceTimersByTimeAsync(24_000)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([reload.mock.calls.length, reports()[0]?.phase]).toEqual([1, 'stall'])
})

it('blames a shell whose start never ended, as a script without end leaves it', async () => {
  localStorage.setItem('adcoin.start.1', `${live} ${Date.now() - 8_000}`)
  await open()
  expect(started()).toEqual([spare])
  expect(reports()).toEqual([expect.objectContaining({ phase: 'stall', release: '1.1.0-bbbbbbbb' })])
  expect(JSON.parse(localStorage.getItem('adcoin.shells') ?? '')).toEqual({ [live]: [Date.now()] })
  await draw()
  await open()
  expect(started()).toEqual([live])
})

it('blames none that eighteen other tabs are starting', async () => {
  for (let tab = 0; tab < 18; tab++) localStorage.setItem(`adcoin.start.${tab}`, `${live} ${Date.now() - tab * 270}`)
  await open()
  expect([started(), reports(), notes().length]).toEqual([[live], [], 19])
})

it.each(['pagehide', 'visibilitychange'])('blames none that was left in time (%s)', async event => {
  await open()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  dispatchEvent(new Event(event))
  expect(notes()).toEqual([])
  vi.setSystemTime(Date.now() + 60_000)
  await open()
  expect([started(), reports()]).toEqual([[live], []])
})

it('blames none while the page is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await open()
  expect(notes()).toEqual([])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(reports()).toEqual([])
  hidden.mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(21_000)
  expect(reports()).toHaveLength(1)
})

it('takes an error of another person, or after the first render, for no failure of it', async () => {
  await open()
  throws('/releases/remote-auth/1.0.0-0a1b2c3d/remoteEntry.js')
  throws('')
  await draw()
  throws(live)
  expect([started(), reload.mock.calls, reports()]).toEqual([[live], [], []])
})

it('starts the previous one where the file of the live one cannot be had, and does not hold it against it', async () => {
  load.mockImplementation(async file => {
    if (file === live) throw new TypeError('Failed to fetch dynamically imported module')
  })
  await open()
  expect(started()).toEqual([live, live, spare])
  expect(reports()).toEqual([expect.objectContaining({ phase: 'entry' })])
  await draw()
  await open()
  expect(started()[0]).toBe(live)
})

it('never asks for a page twice: not where storage forgets, nor where both shells fail', async () => {
  load.mockRejectedValue(new Error('broken'))
  for (let visit = 0; visit < 4; visit++) {
    await open()
    expect([started().toSorted(), reload.mock.calls]).toEqual([[spare, live], []])
    expect(says()).toContain(bootTexts.en_US?.title)
  }
  load.mockResolvedValue({})
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  localStorage.clear()
  await open()
  throws(live)
  await vi.advanceTimersByTimeAsync(0)
  expect([started(), reload.mock.calls]).toEqual([[live, spare], []])
})

it('asks for no page from one that was loaded anew, and goes round at most once with both failing late', async () => {
  visit.type = 'reload'
  await open()
  throws(live)
  await vi.advanceTimersByTimeAsync(0)
  expect([started(), reload.mock.calls]).toEqual([[live, spare], []])
  throws(spare)
  expect(says()).toContain(bootTexts.en_US?.title)
  visit.type = 'navigate'
  await open()
  throws(live)
  expect(reload.mock.calls).toHaveLength(1)
  visit.type = 'reload'
  await open()
  expect(started()).toEqual([spare])
  throws(spare)
  throws(live)
  expect([reload.mock.calls, says()]).toEqual([[], expect.stringContaining(bootTexts.en_US?.title ?? '')])
})

it('reports that it did not load where no shell is left, or the previous one names no hash', async () => {
  load.mockRejectedValue(new Error('broken'))
  for (const block of ['', '{"apps":', { apps: { shell: { active: shell.active } } }]) {
    await open(block)
    expect([started(), says()]).toEqual([[live], expect.stringContaining(bootTexts.en_US?.title ?? '')])
  }
  for (const bad of [
    { integrity: {} },
    { path: '/releases/../evil' },
    { path: 'https://evil.example/x' },
    { styles: 7 },
  ]) {
    await open({ apps: { shell: { ...shell, spare: { ...shell.spare, ...bad } } } })
    expect(started()).toEqual([live])
  }
})

it.each([
  ['null', 'x'],
  ['[]', ' 1'],
  ['"a"', 'https://evil.example/releases/shell/a/b 1'],
  [`{"${live}":"soon"}`, ''],
  ['{', ' '],
])('is not confused by stored %s and %s', async (shells, note) => {
  localStorage.setItem('adcoin.shells', shells)
  localStorage.setItem('adcoin.start.1', note)
  sessionStorage.setItem('adcoin.start', note)
  await open()
  expect([started(), reports()]).toEqual([[live], []])
})

// Each field once with a value of each kind of damage; early-files.ts and page-block.ts treat every field alike.
const odd: readonly unknown[] = [null, 0, 'text', [], {}, [null], { path: 7 }, [{ path: {} }]]
const routes = [{ path: '/lanuch' }]
const damaged = [
  ...['active', 'routes', 'tabs'].map(field => (value: unknown) => ({ [field]: value })),
  ...['path', 'entry', 'styles', 'locales', 'integrity', 'preload'].map(field => (value: unknown) => ({
    active: { ...shell.active, [field]: value },
    routes,
  })),
  ...['path', 'preload', 'groups', 'reads'].map(field => (value: unknown) => ({
    active: shell.active,
    routes: [{ ...routes[0], [field]: value }],
  })),
  (value: unknown) => value,
]
it('starts the shell and requests nothing else with a damaged registry', async () => {
  const apps: unknown[] = [
    [1, 2],
    Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`remote-x${at}`, {}])),
    ...odd.map(value => ({ shell: value })),
    ...odd.flatMap(value => damaged.map(damage => ({ shell, 'remote-auth': damage(value) }))),
  ]
  for (const each of apps) {
    await open({ generation: 7, apps: each })
    expect(started(), JSON.stringify(each).slice(0, 200)).toEqual([live])
    expect(sheets()).toHaveLength(1)
    expect(requestMock.mock.calls).toEqual([])
    const addresses = [...document.querySelectorAll('link')].map(link => new URL(link.href).pathname)
    expect(addresses.filter(address => !address.startsWith('/releases/'))).toEqual([])
    await draw()
  }
})
