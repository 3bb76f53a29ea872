// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserKey, assignCanaryGroup, type LiveVersion } from '@adcoin/contract'
import { LiveReleases, overrideKey } from './live.ts'
import { readLive, findRoute, listRoutes, listTabs } from './read-live.ts'
import { findOverrides } from './overrides.ts'

const [wallet, tasks] = ['remote-wallet', 'remote-tasks']
const [newer, older, candidate] = ['1.1.0-0a1b2c3d4e5f', '1.0.0-0a1b2c3d4e5f', '1.2.0-0a1b2c3d4e5f']
const labels = { en_US: 'a', zh_TW: 'a', pt_PT: 'a', hi_IN: 'a', es_MX: 'a', es_ES: 'a' }
const version: LiveVersion = {
  ...{ container: 'x', entry: 'remoteEntry.js', styles: [], locales: {}, preload: {}, groups: {}, integrity: {} },
}
const tab = (path: string, order: number) => ({ path, icon: 'money', label: 'tabs.a', order, labels })
const value = () => ({
  number: 7,
  created: '2026-01-01T00:00:00.000Z',
  apps: {
    [wallet as string]: {
      active: newer,
      previous: [older],
      versions: { [newer]: version, [older]: version },
      routes: [{ path: '/money', title: 'titles.money' }],
      tabs: [tab('/money', 30)],
    },
    [tasks as string]: {
      active: older,
      previous: [],
      versions: { [older]: version },
      routes: [{ path: '/task/:taskId' }, { path: '/task/new' }],
      tabs: [tab('/home', 10)],
    },
  } as Record<string, Record<string, unknown>>,
  revoked: [] as string[],
  overrides: undefined as boolean | undefined,
})
type Value = ReturnType<typeof value>

let live: LiveReleases
const number = () => live.published()?.number
let answer: (cache?: RequestCache) => Response
let caches: (RequestCache | undefined)[]
let problems: string[]
const back = vi.fn()

/** What the page before has begun. */
const begun: (() => void)[] = []
function leavePage(): void {
  for (const end of begun.splice(0)) end()
}

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = ''
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      begun.push(() => target.removeEventListener(type, listener as EventListener))
      listen(type, listener as EventListener)
    })
  }
  caches = []
  problems = []
  answer = () => Response.json(value())
  vi.stubGlobal('fetch', async (_: string, { cache }: RequestInit) => {
    caches.push(cache)
    return answer(cache)
  })
})
afterEach(() => {
  leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  back.mockClear()
})

function open(
  inPage: unknown = value(),
  find = async (): ReturnType<typeof findOverrides> => Promise.reject(new Error('none')),
): LiveReleases {
  leavePage()
  const text = typeof inPage === 'string' ? inPage : JSON.stringify(inPage)
  document.head.innerHTML = `<script type="application/json" id="live"></script>`
  const [block] = document.querySelectorAll('script')
  if (block) block.textContent = text
  live = new LiveReleases({ findOverrides: find, onProblem: problem => problems.push(problem), onReturn: back })
  return live
}
function changeValue(change: (draft: Value) => void): Value {
  const draft = value()
  change(draft)
  return draft
}

describe('a value', () => {
  test('that is whole has no problem', () => {
    expect(readLive(value())).toMatchObject({ problems: [], live: { number: 7 } })
  })

  test.each([
    ['active', '/releases/remote-team/1.1.0-0a1b2c3d4e5f'],
    ['active', 42],
    ['previous', ['../1.1.0']],
    ['versions', { [newer]: { ...version, entry: '../evil.js' } }],
    ['versions', { [newer]: { ...version, entry: 'https://evil.example/x.js' } }],
    ['versions', { '../x': version }],
    ['routes', [{ path: 'money' }]],
  ])('with a forged %s (%j) loses that app alone', (field, forged) => {
    const { live: read, problems: found } = readLive(
      changeValue(({ apps }) => (apps[wallet as string]![field] = forged)),
    )
    expect(Object.keys(read?.apps ?? {})).toEqual([tasks])
    expect(found).toEqual(['entry_refused remote-wallet'])
  })

  test('with an unreadable canary has none', () => {
    const read = readLive(changeValue(({ apps }) => (apps[wallet as string]!['canary'] = { share: 'all' })))
    expect([read.problems, read.live?.apps[wallet as string]?.canary]).toEqual([[], undefined])
  })

  test.each([null, [], 'x', 7, {}, { number: 0, apps: {} }, { number: 1.5, apps: {} }, { number: 1 }])(
    '%j is none',
    wrong => expect(readLive(wrong)).toEqual({ live: undefined, problems: ['live_invalid'] }),
  )

  test('with a hundred thousand unknown apps keeps those that are known', () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`remote-x${at}`, {}]))
    const { live: read } = readLive(changeValue(({ apps }) => Object.assign(apps, unknown)))
    expect(Object.keys(read?.apps ?? {})).toEqual([wallet, tasks])
  })

  test('maps a path to its remote, a literal before a parameter, and orders the tabs', () => {
    const { live: read } = readLive(value())
    const at = (path: string) => findRoute(listRoutes(read), path)?.path
    expect(['/money', '/task/17', '/task/new', '/task', '/money/x'].map(at)).toEqual([
      ...['/money', '/task/:taskId', '/task/new', undefined, undefined],
    ])
    expect(listTabs(read).map(each => each.path)).toEqual(['/home', '/money'])
  })
})

describe('the page', () => {
  test('is used at once; the rest is read once from /live.json of the same number', async () => {
    const trimmed = changeValue(({ apps }) => (apps[tasks as string]!['versions'] = {}))
    await open(trimmed).ready()
    expect([caches, number(), live.version(tasks as string, older), live.isComplete()]).toEqual([
      ...[[], 7, undefined, false],
    ])
    await live.complete()
    expect([live.version(tasks as string, older), live.isComplete()]).toEqual([version, true])
    await live.complete()
    expect(caches).toEqual(['no-cache'])
  })

  test.each([
    ['', 'live_missing'],
    ['{"number":', 'live_unreadable'],
  ])('without a value (%j) waits for /live.json, and reports it', async (text, problem) => {
    await open(text).ready()
    expect([number(), problems, live.routes().length]).toEqual([7, [problem], 3])
  })

  test('that has no value, and no answer: no route is absent until one is read', async () => {
    answer = () => new Response('', { status: 503 })
    await open('').ready()
    expect([live.isComplete(), live.routes(), number()]).toEqual([false, [], undefined])
    answer = () => Response.json(value())
    await live.refresh()
    expect([live.isComplete(), live.routeAt('/money')?.app]).toEqual([true, wallet])
  })
})

describe('/live.json', () => {
  test('of a lower or equal number changes nothing, of a higher one calls the listeners', async () => {
    await open().complete()
    const [listener, changes] = [vi.fn(), live.changes()]
    const stop = live.onChange(listener)
    for (const number of [6, 7]) {
      answer = () => Response.json({ ...value(), number })
      await live.refresh()
    }
    expect([listener.mock.calls.length, number()]).toEqual([0, 7])
    answer = () => Response.json({ ...value(), number: 8 })
    const before = live.routes()
    await live.refresh()
    expect([listener.mock.calls.length, number(), live.routes() === before]).toEqual([1, 8, false])
    stop()
    live.redraw()
    expect([listener.mock.calls.length, live.changes() - changes]).toEqual([1, 2])
  })

  test.each(['{"number":', '{}'])('with %s is fetched once more past the cache', async wrong => {
    answer = cache => (cache === 'reload' ? Response.json({ ...value(), number: 8 }) : new Response(wrong))
    await open().refresh()
    expect([caches, number()]).toEqual([['no-cache', 'reload'], 8])
  })

  test('that can be read again, and a browser that is online again, are the return of the network', async () => {
    await open().refresh()
    answer = () => new Response('', { status: 503 })
    await live.refresh()
    expect(back).not.toHaveBeenCalled()
    answer = () => Response.json(value())
    await live.refresh()
    await live.refresh()
    expect(back).toHaveBeenCalledTimes(1)
    dispatchEvent(new Event('online'))
    expect(back).toHaveBeenCalledTimes(2)
  })

  test('that does not arrive delays no caller beyond its limit', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const waiting = open()
      .refresh(3_000)
      .then(() => 'over')
    await vi.advanceTimersByTimeAsync(2_999)
    await expect(Promise.race([waiting, 'waits'])).resolves.toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    await expect(waiting).resolves.toBe('over')
  })
})

describe('polling', () => {
  let visibility: DocumentVisibilityState
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    visibility = 'visible'
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
    open()
  })
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  function turn(state: DocumentVisibilityState): void {
    visibility = state
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('of a visible tab is every 12 seconds, give or take a fifth: always within 15', async () => {
    await pass(9_500)
    expect(caches).toHaveLength(0)
    await pass(5_000)
    expect(caches).toHaveLength(1)
    await pass(10 * 12_000)
    expect(caches.length).toBeGreaterThanOrEqual(8)
    expect(caches.length).toBeLessThanOrEqual(13)
  })

  test('never is in a hidden tab, and is at once as it is seen again', async () => {
    turn('hidden')
    await pass(120_000)
    live.navigated()
    expect(caches).toHaveLength(0)
    turn('visible')
    expect(caches).toHaveLength(1)
  })

  test('is at navigation: not while the first screen arrives, and several in a hurry ask once', async () => {
    live.navigated()
    await pass(4_900)
    live.navigated()
    expect(caches).toHaveLength(0)
    await pass(100)
    for (let times = 0; times < 3; times++) live.navigated()
    expect(caches).toHaveLength(1)
    await pass(2_000)
    live.navigated()
    expect(caches).toHaveLength(2)
  })
})

describe('this browser', () => {
  const canary = { release: candidate, share: 50, salt: 'abcdefgh', since: '2026-01-01T00:00:00.000Z', number: 7 }
  const inCanary = (group: string) => {
    const numbers = Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(16, '0'))
    const found = numbers.find(each => assignCanaryGroup(each, wallet as string, canary) === group)
    localStorage.setItem(browserKey, found ?? '')
    return open(changeValue(({ apps }) => (apps[wallet as string]!['canary'] = canary)))
  }

  test('has the candidate where it is in the canary, and reports its side of one that runs', () => {
    expect(inCanary('canary').order(wallet as string)).toEqual([candidate, newer, older])
    expect(live.side(wallet as string)).toEqual({ group: 'canary', trial: 'abcdefgh' })
    expect(inCanary('control').order(wallet as string)).toEqual([newer, older])
    expect(live.side(tasks as string)).toEqual({})
  })

  const published = { version, routes: [{ path: '/new' }], tabs: [] }
  async function choose(more: object, described: object | null = published): Promise<void> {
    localStorage.setItem(overrideKey, JSON.stringify({ [wallet as string]: candidate }))
    answer = () => (described ? Response.json(described) : new Response('', { status: 404 }))
    await open({ ...value(), ...more }, findOverrides).ready()
  }

  test('has a release that it chose in front of what is live, with its own routes', async () => {
    await choose({ overrides: true })
    expect(live.order(wallet as string)).toEqual([candidate, newer, older])
    expect([live.routeAt('/new')?.app, live.routeAt('/money')]).toEqual([wallet, undefined])
    expect([live.overrides().length, live.isOverride(wallet as string, candidate)]).toEqual([1, true])
    expect(live.published()?.apps[wallet as string]?.active).toBe(newer)
  })

  test.each([
    ['is not allowed', {}, published, 0],
    ['is revoked', { overrides: true, revoked: [`${wallet}/${candidate}`] }, published, 0],
    ['is not there', { overrides: true }, null, 1],
  ])('has what is live where its choice %s', async (_, more, described, named) => {
    await choose(more, described)
    expect([live.order(wallet as string), live.overrides().length]).toEqual([[newer, older], named])
  })
})
