// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RemoteModule } from '@adcoin/remote'
import { createAreas } from './composition.ts'
import type { LoadRequest } from './load.ts'
import { LoadFailure, SharedFailure } from './load-failure.ts'
import { prefetch, type Tab } from './tab.ts'

const app = 'remote-team'
const [active = '', previous = ''] = ['1.1.0-00000011', '1.0.0-00000010']
const page = { app, pathname: '/team', language: 'en_US' } as const

const report = { failure: vi.fn(), markLoading: vi.fn(), markShown: vi.fn(), log: () => [] }
/** Phases and outcomes that were reported. */
const listOutcomes = () => report.failure.mock.calls.map(([, phase, , outcome]) => outcome ?? phase)
let tab: Tab
let areas: ReturnType<typeof createAreas>
const open = (at: { pathname: string }) => areas.at({ ...page, ...at }).expect()
let known: string[]
let revoked: string[]
let answer: (request: LoadRequest) => Error | undefined
let loaded: string[]
const complete = vi.fn(async () => void (known = [active, previous]))
const redraw = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  history.replaceState(null, '', page.pathname)
  known = [active, previous]
  revoked = []
  loaded = []
  answer = () => undefined
  const live = {
    ...{ ready: async () => undefined, refresh: async () => undefined, complete, redraw },
    isRevoked: (_: string, release: string) => revoked.includes(release),
    version: (_: string, release: string) => (known.includes(release) ? {} : undefined),
    order: () => [active, previous].filter(release => !revoked.includes(release)),
  }
  const load = async (request: LoadRequest) => {
    loaded.push(request.release)
    const failure = answer(request)
    if (failure) throw failure
    return { app, release: request.release, module: {} as RemoteModule }
  }
  tab = { live, load, report, reload: vi.fn(), memories: new Map(), mounted: new Map(), kept: [] } as unknown as Tab
  areas = createAreas(tab)
})

async function openShown(pathname = '/team'): Promise<string> {
  const area = open({ pathname })
  const view = await area.arrival
  if (view.status !== 'ready') return view.status
  area.markShown(view.remote)
  return view.remote.release
}

test.each(['entry', 'stall', 'integrity', 'evaluate', 'door'] as const)(
  'a failing release (%s) is replaced in the same navigation and skipped in this tab',
  async phase => {
    answer = ({ release }) => (release === active ? new LoadFailure(phase, 'mine') : undefined)
    expect([await openShown(), await openShown('/team/1')]).toEqual([previous, previous])
    expect(loaded).toEqual([active, previous, previous])
    const place = { app, pathname: '/team', release: active }
    expect(report.failure.mock.calls).toEqual([[place, phase, 'mine', undefined]])
    expect(localStorage).toHaveLength(0)
  },
)

test('a release whose file is missing at one path is still shown at others', async () => {
  answer = ({ pathname }) => (pathname === '/team' ? new LoadFailure('preload', '404') : undefined)
  expect([await openShown(), await openShown('/team/1')]).toEqual(['unavailable', active])
  expect(listOutcomes()).toEqual(['preload', 'preload', 'card'])
})

test('what the page only names is loaded once /live.json describes it', async () => {
  known = []
  expect([await openShown(), complete.mock.calls]).toEqual([active, [[10_000]]])
  expect(loaded).toEqual([active])
})

test("a missing file of the shell is no release's failure", async () => {
  answer = () => new SharedFailure('data')
  expect(await openShown()).toBe('unavailable')
  expect(report.failure.mock.calls).toEqual([[{ app: 'shell', pathname: '/team' }, 'preload', 'data', undefined]])
})

test.each([
  ['loads the page again', 200, 1, [active]],
  ['tries in this page where its address does not answer', 503, 0, [active, active]],
])('Retry after a missing file of the shell %s', async (_does, status, reloads, tried) => {
  answer = () => new SharedFailure('data')
  await openShown()
  const ask = vi.fn(async () => new Response(null, { status }))
  vi.stubGlobal('fetch', ask)
  open(page).retry()
  await vi.waitFor(() => expect([vi.mocked(tab.reload).mock.calls.length, loaded]).toEqual([reloads, tried]))
  expect(ask).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('a path that is left takes nothing over later', async () => {
  const opening = areas.at(page).arrival
  areas.leaveOthers('/elsewhere')
  expect(await opening).toEqual({ status: 'pending' })
  await new Promise(done => setTimeout(done))
  expect([tab.mounted.size, listOutcomes()]).toEqual([0, []])
})

test('an area that was left before its outlet is mounted gives way to another one', async () => {
  const area = open(page)
  await area.arrival
  areas.leaveOthers('/elsewhere')
  area.enter()
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledTimes(1))
  expect(await open(page).arrival).toMatchObject({ remote: { release: active } })
})

describe('on screen', () => {
  test('a release that breaks is replaced; one whose elements an add-on removed is drawn once more', async () => {
    await openShown()
    const area = open(page)
    const first = area.view()
    if (first.status !== 'ready') expect.fail()
    const foreign = "Failed to execute 'insertBefore' on 'Node': the node is not a child of this node."
    area.handleBreak(first.remote, new DOMException(foreign, 'NotFoundError'))
    expect(area.view()).toEqual({ ...first, drawing: 2 })
    expect(report.failure).not.toHaveBeenCalled()
    area.markShown(first.remote)
    area.handleBreak(first.remote, new Error('mine'))
    expect(area.view()).toEqual({ status: 'pending' })
    await vi.waitFor(() => expect(area.view()).toMatchObject({ remote: { release: previous } }))
  })

  test('a revoked release is replaced', async () => {
    await openShown()
    const area = open(page)
    area.replaceRevoked()
    expect(area.view()).toMatchObject({ remote: { release: active } })
    revoked = [active]
    area.replaceRevoked()
    await vi.waitFor(() => expect(area.view()).toMatchObject({ remote: { release: previous } }))
  })

  test('a release that is not drawn in time is replaced, and the page drawn again', async () => {
    vi.useFakeTimers()
    await areas.at(page).arrival
    open(page)
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(open(page).view()).toMatchObject({ remote: { release: previous } })
    expect(redraw).toHaveBeenCalledTimes(1)
  })

  test('a path that was left while React rendered it counts against no release', async () => {
    vi.useFakeTimers()
    await areas.at(page).arrival
    open(page)
    history.replaceState(null, '', '/money')
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(report.failure).not.toHaveBeenCalled()
  })

  test('a release that React has drawn is replaced sooner if nothing of it can be seen', async () => {
    vi.useFakeTimers()
    await areas.at(page).arrival
    const leave = open(page).enter()
    await vi.advanceTimersByTimeAsync(1_400)
    vi.useRealTimers()
    expect(open(page).view()).toMatchObject({ remote: { release: previous } })
    leave()
  })
})

describe('a tab that is left', () => {
  /** As an outlet that is hidden, or unmounted. */
  async function leaveShown(kept: readonly string[]) {
    await openShown()
    const area = open(page)
    const leave = area.enter()
    areas.keep(kept)
    leave()
    await Promise.resolve()
    return area
  }

  test('pauses if it is kept, and is resumed as it was, without a load', async () => {
    const paused = await leaveShown(['/team'])
    areas.leaveOthers('/money')
    expect([paused.canResume(), open(page)]).toEqual([true, paused])
    paused.enter()
    expect([paused.isShown(), loaded]).toEqual([true, [active]])
  })

  test('is left if it is not kept, or not any more', async () => {
    const left = await leaveShown([])
    expect(open(page)).not.toBe(left)
    const paused = await leaveShown(['/team'])
    areas.keep(['/money'])
    expect(open(page)).not.toBe(paused)
  })

  test('is loaded again if another release is live or was shown meanwhile', async () => {
    const paused = await leaveShown(['/team'])
    revoked = [active]
    expect(paused.canResume()).toBe(false)
    expect(await open(page).arrival).toMatchObject({ remote: { release: previous } })
    revoked = []
    areas.keep([])
    const other = await leaveShown(['/team'])
    answer = ({ release }) => (release === active ? new LoadFailure('entry', 'mine') : undefined)
    await openShown('/team/1')
    areas.retryAll()
    expect(other.canResume()).toBe(false)
  })

  test('that breaks while it is hidden is no failure', async () => {
    const paused = await leaveShown(['/team'])
    const view = paused.view()
    if (view.status === 'ready') paused.handleBreak(view.remote, new Error('mine'))
    expect([paused.canResume(), report.failure.mock.calls]).toEqual([false, []])
  })
})

test('the return of the network clears what failed, and tries again where the card is', async () => {
  answer = () => new LoadFailure('entry', 'offline')
  expect(await openShown()).toBe('unavailable')
  answer = () => undefined
  areas.retryAll()
  await vi.waitFor(() => expect(open(page).view()).toMatchObject({ remote: { release: active } }))
  expect(await openShown('/team/1')).toBe(active)
})

test('a prefetch brings the live release, reports nothing, and asks for none that failed', async () => {
  answer = () => new LoadFailure('entry', 'offline')
  await prefetch(page, tab)
  expect([loaded, report.failure.mock.calls]).toEqual([[active], []])
  answer = ({ release }) => (release === active ? new LoadFailure('entry', 'offline') : undefined)
  await openShown()
  loaded = []
  await prefetch({ ...page, pathname: '/team/1' }, tab)
  expect(loaded).toEqual([])
})
