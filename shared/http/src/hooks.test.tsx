// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { Activity, type ReactNode } from 'react'
import {
  balance,
  bindAccount,
  receiveTask,
  submitTask,
  supportRegion,
  transactionList,
  unbindAccount,
  withdrawRequest,
  type Call,
  type RequestOf,
  type ResponseOf,
} from '@adcoin/contract'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { ana, apiDouble, bruno, offline, rawAnswer, refusal, silence, when, type ApiDouble } from '@adcoin/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  httpReports,
  queryClient,
  refresh,
  settleAsNotPlaced,
  unanswered,
  useCall,
  usePages,
  useSubmit,
  writeCache,
  type HttpReport,
} from './index.ts'
import { useRefetchInterval } from './use-call.ts'

let api: ApiDouble
const session = createSessionWriter()
const toasts: HttpReport[] = []
httpReports.subscribe(report => report.type === 'failed' && report.showAs === 'toast' && toasts.push(report))

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  vi.advanceTimersByTime(60_000)
  localStorage.clear()
  localStorage.clear()
  session.signIn(ana.login)
  toasts.length = 0
})
afterEach(() => {
  cleanup()
  api?.end()
  session.signOut('logout')
  vi.useRealTimers()
})

describe('the loader of a read', () => {
  const marks: unknown[] = []
  const end = httpReports.subscribe(report => report.type === 'started' && marks.push(report.loader))
  afterAll(end)
  beforeEach(() => void (marks.length = 0))

  it('counts the first call late, because of its skeleton, and no background call', async () => {
    api = apiDouble()
    const { result } = renderHook(() => useCall(supportRegion, {}))
    await waitFor(() => expect(result.current.data).toBeTruthy())
    await act(() => refresh(supportRegion))
    expect(marks).toEqual(['late', false])
  })

  it('does not count a call that is marked so', async () => {
    api = apiDouble()
    const { result } = renderHook(() => useCall(balance, {}))
    await waitFor(() => expect(result.current.data).toBeTruthy())
    expect(marks).toEqual([false])
  })
})

describe('an answer that the page has complete', () => {
  const bytes = (data: unknown) => new TextEncoder().encode(JSON.stringify({ code: 0, msg: '', data })).buffer
  const money = { amount: '77', hold: '0', currency: 'ADC', scale: 2, version: 1 }
  const hand = (path: string, data: unknown, token = ana.login.authorized_key) => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000)
    globalThis.adcoinReads = {
      token,
      language: 'en_US',
      answers: { [path]: Promise.resolve(new Response(bytes(data))) },
      ready: { [path]: { status: 200, bytes: bytes(data), header: new Headers() } },
    }
  }
  afterEach(() => void (globalThis.adcoinReads = undefined))

  it('is in the first render, is not asked for again, and is gone for the next person', async () => {
    api = apiDouble({ person: ana })
    hand('/app/user/finance/balance', money)
    const { result } = renderHook(() => useCall(balance, {}))
    expect(result.current.data?.amount).toBe('77')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(api.requests(balance)).toHaveLength(0)
    act(() => session.signIn(bruno.login))
    await waitFor(() => expect(api.requests(balance).length).toBeGreaterThan(0))
    expect(result.current.data?.amount).not.toBe('77')
  })

  it('is the first page of a list', () => {
    api = apiDouble({ person: ana })
    hand('/app/pay/transaction/list', {
      list: [],
      next_cursor: null,
      has_more: false,
      month: { income: '0', expense: '0' },
    })
    expect(renderHook(() => usePages(transactionList, {})).result.current.items).toEqual([])
  })

  it.each([
    ['of another person', money, bruno.login.authorized_key],
    ['that does not fit the contract', { amount: 5 }, undefined],
  ])('%s is not shown', async (_what, data, token) => {
    api = apiDouble({ person: ana })
    hand('/app/user/finance/balance', data, token)
    const { result } = renderHook(() => useCall(balance, {}))
    expect(result.current.data).toBeUndefined()
  })
})

describe('useCall', () => {
  it('asks once for one answer however many places show it', async () => {
    api = apiDouble()
    const { result } = renderHook(() => [useCall(balance, {}), useCall(balance, {})] as const)
    await waitFor(() => expect(result.current[1].data?.version).toBe(7))
    expect(api.requests(balance)).toHaveLength(1)
  })

  it('tries once more when the answer is broken, and then toasts once', async () => {
    api = apiDouble(when(balance, rawAnswer('', { status: 500 })))
    const { result } = renderHook(() => useCall(balance, {}))
    await waitFor(() => expect(result.current.error?.kind).toBe('broken'), { timeout: 3000 })
    expect(api.requests(balance)).toHaveLength(2)
    expect(toasts).toHaveLength(1)
  })

  it('does not try again what was refused', async () => {
    api = apiDouble(when(balance, refusal('forbidden')))
    const { result } = renderHook(() => useCall(balance, {}))
    await waitFor(() => expect(result.current.error?.key).toBe('forbidden'))
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(api.requests(balance)).toHaveLength(1)
  })

  it('keeps what it shows when a refresh fails, without a toast', async () => {
    api = apiDouble(when(balance, { amount: '77' }))
    const { result } = renderHook(() => {
      const { data, error } = useCall(balance, {})
      return { data, error }
    })
    await waitFor(() => expect(result.current.data?.amount).toBe('77'))
    api.answer(when(balance, offline()))
    await act(() => refresh(balance))
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(result.current.data?.amount).toBe('77')
    expect(result.current.error?.kind).toBe('offline')
    expect(toasts).toEqual([])
  })

  it('repaints everywhere from a written answer', async () => {
    api = apiDouble()
    const { result } = renderHook(() => useCall(balance, { fw: 'true' }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    act(() => writeCache(balance, { fw: 'true' }, cached => cached && { ...cached, amount: '1' }))
    await waitFor(() => expect(result.current.data?.amount).toBe('1'))
  })

  it.each([
    ['here', () => session.signIn(bruno.login)],
    [
      'in another tab, of which this page has not heard yet',
      () => localStorage.setItem('adcoin.token', bruno.login.authorized_key),
    ],
  ])('shows nothing of the former person after a login %s, and drops their late answer', async (_, logIn) => {
    let arrive: (data: Partial<ResponseOf<typeof balance>>) => void = () => {}
    api = apiDouble(
      when(balance, () => new Promise<Partial<ResponseOf<typeof balance>>>(resolve => (arrive = resolve))),
    )
    renderHook(() => useCall(balance, {}))
    await waitFor(() => expect(api.requests(balance)).toHaveLength(1))
    const arriveLate = arrive
    act(logIn)
    arriveLate({ amount: '999' })
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(query => query.state.data),
      ),
    ).not.toContain('999')
  })

  it('returns to its skeleton when another person signs in, and then shows their data', async () => {
    api = apiDouble(when(balance, { amount: '77' }))
    const seen: (string | undefined)[] = []
    const { result } = renderHook(() => {
      const { data } = useCall(balance, {})
      seen.push(data?.amount)
      return data?.amount
    })
    await waitFor(() => expect(result.current).toBe('77'))
    api.answer(when(balance, { amount: '5' }))
    seen.length = 0
    await act(async () => session.signIn(bruno.login))
    await waitFor(() => expect(result.current).toBe('5'))
    expect(seen).not.toContain('77')
    expect(api.requests(balance).at(-1)?.headers.get('authorized-key')).toBe(bruno.login.authorized_key)
    await act(async () => session.signOut('logout'))
    await waitFor(() => expect(result.current).toBeUndefined())
    expect(api.requests(balance)).toHaveLength(2)
  })

  it('keeps what is public to read over a login', async () => {
    api = apiDouble()
    const { result } = renderHook(() => useCall(supportRegion, {}))
    await waitFor(() => expect(result.current.data).toHaveLength(3))
    await act(async () => session.signIn(bruno.login))
    expect(result.current.data).toHaveLength(3)
    expect(api.requests(supportRegion)).toHaveLength(1)
  })

  it('asks again in the new language', async () => {
    api = apiDouble()
    renderHook(() => useCall(balance, {}))
    await waitFor(() => expect(api.requests(balance)).toHaveLength(1))
    act(() => session.setLanguage('hi_IN'))
    await waitFor(() => expect(api.requests(balance)[1]?.headers.get('lang')).toBe('hi_IN'))
    act(() => session.setLanguage('en_US'))
  })
})

describe('usePages', () => {
  const row = (id: string) => ({
    id,
    direction: 'income' as const,
    kind: 'ad_income' as const,
    title: id,
    amount: '1',
    currency: 'ADC',
    scale: 2,
    balance_after: '1',
    ref_id: null,
    status: null,
    created_at: '2026-01-01T00:00:00Z',
  })
  const ids = (items: readonly { id: string }[] | undefined) => items?.map(({ id }) => id)

  it('gathers pages by cursor, each row once; the loader counts the first alone', async () => {
    const marks: unknown[] = []
    const end = httpReports.subscribe(report => report.type === 'started' && marks.push(report.loader))
    api = apiDouble(
      when(transactionList, ({ cursor }) =>
        cursor
          ? { list: [row('b'), row('c')], has_more: false, next_cursor: null }
          : { list: [row('a'), row('b')], has_more: true, next_cursor: 'p2' },
      ),
    )
    const { result } = renderHook(() => usePages(transactionList, { type: 'all' }))
    await waitFor(() => expect(ids(result.current.items)).toEqual(['a', 'b']))
    expect(result.current.first?.month.income).toBeTypeOf('string')
    act(() => result.current.loadMore())
    await waitFor(() => expect(ids(result.current.items)).toEqual(['a', 'b', 'c']))
    expect(result.current.hasMore).toBe(false)
    expect(api.requests(transactionList).map(({ input }) => input)).toEqual([
      { type: 'all' },
      { type: 'all', cursor: 'p2' },
    ])
    expect(marks).toEqual(['late', false])
    end()
  })

  it.each([
    ['empty pages', []],
    ['the same page', [row('a')]],
  ])('ends at %s that promise more for ever', async (_, list) => {
    api = apiDouble(
      when(transactionList, ({ cursor }) => ({
        list: cursor ? list : [row('a')],
        has_more: true,
        next_cursor: 'again',
      })),
    )
    const { result } = renderHook(() => usePages(transactionList, {}))
    await waitFor(() => expect(result.current.items).toBeDefined())
    for (let turn = 0; turn < 4; turn += 1)
      await act(async () => {
        result.current.loadMore()
        await vi.advanceTimersByTimeAsync(50)
      })
    expect(result.current.hasMore).toBe(false)
    expect(api.requests(transactionList)).toHaveLength(2)
  })

  it('keeps the pages that it has when the next one fails, and asks for that one again', async () => {
    api = apiDouble(
      when(transactionList, ({ cursor }) =>
        cursor ? refusal('unavailable') : { list: [row('a')], has_more: true, next_cursor: 'p2' },
      ),
    )
    const { result } = renderHook(() => usePages(transactionList, {}))
    await waitFor(() => expect(result.current.items).toBeDefined())
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.failure?.key).toBe('unavailable'))
    expect(ids(result.current.items)).toEqual(['a'])
    api.answer(when(transactionList, { list: [row('b')], has_more: false, next_cursor: null }))
    act(() => result.current.retry())
    await waitFor(() => expect(ids(result.current.items)).toEqual(['a', 'b']))
  })

  it('shows the rows of the filter chosen last, in whatever order the answers come', async () => {
    const arrivals: Record<string, () => void> = {}
    api = apiDouble(
      when(
        transactionList,
        ({ type = 'all' }) =>
          new Promise<object>(
            resolve => (arrivals[type] = () => resolve({ list: [row(type)], has_more: false, next_cursor: null })),
          ),
      ),
    )
    const { result, rerender } = renderHook(
      ({ type }: { type: 'all' | 'income' | 'expense' }) => usePages(transactionList, { type }),
      { initialProps: { type: 'all' } },
    )
    for (const type of ['income', 'expense'] as const) rerender({ type })
    await waitFor(() => expect(arrivals['expense']).toBeDefined())
    for (const type of ['expense', 'income', 'all'])
      await act(async () => {
        arrivals[type]?.()
        await vi.advanceTimersByTimeAsync(10)
      })
    await waitFor(() => expect(ids(result.current.items)).toEqual(['expense']))
  })
})

describe('usePages, shuffled', () => {
  it('shows no wrong row in 200 shuffles of filters and answers', async () => {
    const types = ['all', 'income', 'expense'] as const
    let state = 20_261_122
    const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
    let waiting: (() => void)[] = []
    api = apiDouble(
      when(
        transactionList,
        ({ type = 'all' }) =>
          new Promise<object>(resolve =>
            waiting.push(() =>
              resolve({
                list: [
                  {
                    id: type,
                    direction: 'income',
                    kind: 'ad_income',
                    title: type,
                    amount: '1',
                    currency: 'ADC',
                    scale: 2,
                    balance_after: '1',
                    ref_id: null,
                    status: null,
                    created_at: '2026-01-01T00:00:00Z',
                  },
                ],
                has_more: false,
                next_cursor: null,
              }),
            ),
          ),
      ),
    )
    for (let round = 0; round < 200; round += 1) {
      queryClient.clear()
      waiting = []
      const chosen = Array.from({ length: 4 }, () => types[random(3)] ?? 'all')
      const { result, rerender, unmount } = renderHook(
        ({ type }: { type: (typeof types)[number] }) => usePages(transactionList, { type }),
        { initialProps: { type: chosen[0] ?? 'all' } },
      )
      for (const type of chosen.slice(1)) {
        rerender({ type })
        if (random(2) === 0) await act(() => vi.advanceTimersByTimeAsync(1))
      }
      await act(() => vi.advanceTimersByTimeAsync(5))
      while (waiting.length > 0)
        await act(async () => {
          waiting.splice(random(waiting.length), 1)[0]?.()
          await vi.advanceTimersByTimeAsync(1)
        })
      await waitFor(() =>
        expect(
          result.current.items?.map(({ id }) => id),
          `round ${round}: ${chosen.join()}`,
        ).toEqual([chosen.at(-1)]),
      )
      unmount()
    }
  }, 60_000)
})

describe('useSubmit', () => {
  const request: RequestOf<typeof withdrawRequest> = {
    amount: '1000',
    user_payway_id: 'p_card',
    pay_passwd: 'trading 1',
    verify_code: '1234',
    quote: { fee: '20', payout: '343', rate_num: '35', rate_den: '100' },
  }
  const keys = () => api.requests(withdrawRequest).map(({ headers }) => headers.get('idempotency-key'))

  it('sends a double tap once', async () => {
    api = apiDouble()
    const onSuccess = vi.fn()
    const { result } = renderHook(() => useSubmit(unbindAccount, { onSuccess }))
    await act(() => Promise.all([1, 2, 3].map(() => result.current.submit({ id: 'b_ana', confirm: true }))))
    expect(api.requests(unbindAccount)).toHaveLength(1)
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith({}, { id: 'b_ana', confirm: true }, true)
    expect(result.current.isRunning).toBe(false)
    expect(api.requests(unbindAccount)[0]?.headers.get('idempotency-key')).toBeNull()
  })

  it('shows a refusal beside the form, and toasts only for calls without their own errors', async () => {
    api = apiDouble({
      ...when(unbindAccount, refusal('unbind_open', undefined, { msg: 'A task is open' })),
      ...when(receiveTask, refusal('task_full')),
    })
    const { result } = renderHook(() => [useSubmit(unbindAccount), useSubmit(receiveTask)] as const)
    await act(() => result.current[0].submit({ id: 'b_ana', confirm: true }))
    expect(result.current[0].failure?.msg).toBe('A task is open')
    expect(toasts).toHaveLength(0)
    await act(() => result.current[1].submit({ task_id: 't_bottle' }))
    expect(toasts).toHaveLength(1)
    act(() => result.current[0].reset())
    expect(result.current[0].failure).toBeNull()
  })

  it('asks again with the same key when the answer was lost, so that it happens once', async () => {
    let tries = 0
    api = apiDouble(when(withdrawRequest, () => (++tries === 1 ? offline() : {})))
    const { result } = renderHook(() => useSubmit(withdrawRequest))
    const answer = await act(() => result.current.submit(request))
    expect(answer?.withdrawal.id).toBe('wd_new')
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
    expect(unanswered(withdrawRequest)).toBeNull()
  })

  it.each([
    ['while the lost answer is waited for', () => 100],
    ['before the press', () => 0],
  ])('is never sent as the person who signed in in another tab %s', async (_, moment) => {
    api = apiDouble(when(withdrawRequest, offline()))
    const onFailure = vi.fn()
    const { result } = renderHook(() => useSubmit(withdrawRequest, { onFailure }))
    const signInElsewhere = () => localStorage.setItem('adcoin.token', bruno.login.authorized_key)
    if (moment() === 0) signInElsewhere()
    else setTimeout(signInElsewhere, moment())
    expect(await act(() => result.current.submit(request))).toBeUndefined()
    const senders = api.requests(withdrawRequest).map(({ headers }) => headers.get('authorized-key'))
    expect(senders).toEqual(moment() === 0 ? [] : [ana.login.authorized_key])
    expect(onFailure).not.toHaveBeenCalled()
    expect(sessionStore.getState().person?.token).toBe(bruno.login.authorized_key)
  })

  it('keeps the key of a form through refusals and timeouts, and makes a new one after a success', async () => {
    api = apiDouble(when(withdrawRequest, refusal('code_wrong')))
    const { result } = renderHook(() => useSubmit(withdrawRequest))
    await act(() => result.current.submit(request))
    api.answer(when(withdrawRequest, silence()))
    await act(async () => {
      void result.current.submit({ ...request, verify_code: '4321' })
      await vi.advanceTimersByTimeAsync(30_100)
    })
    expect(result.current.failure?.kind).toBe('timeout')
    api.answer(when(withdrawRequest, {}))
    await act(() => result.current.submit(request))
    await act(() => result.current.submit({ ...request, amount: '2000' }))
    expect(keys()).toHaveLength(4)
    expect(new Set(keys().slice(0, 3)).size).toBe(1)
    expect(keys()[3]).not.toBe(keys()[2])
  })

  it('makes a new key once the service has said that the old one did something else', async () => {
    api = apiDouble(when(withdrawRequest, refusal('idem_mismatch')))
    const { result } = renderHook(() => useSubmit(withdrawRequest))
    await act(() => result.current.submit(request))
    await act(() => result.current.submit(request))
    expect(keys()[1]).not.toBe(keys()[0])
  })

  it('keeps an unanswered call over a reload, without password and code, with the old key', async () => {
    api = apiDouble(when(withdrawRequest, silence()))
    const first = renderHook(() => useSubmit(withdrawRequest))
    await act(async () => void first.result.current.submit(request))
    await waitFor(() => expect(keys()).toHaveLength(1))
    cleanup()
    const kept = unanswered(withdrawRequest)
    expect(kept).toMatchObject({ key: keys()[0], input: { amount: '1000', user_payway_id: 'p_card' } })
    const stored = JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes('unanswered')))
    expect(stored).not.toContain('trading 1')
    expect(stored).not.toContain('1234')
    api.answer(when(withdrawRequest, {}))
    const second = renderHook(() => useSubmit(withdrawRequest))
    await act(() => second.result.current.submit({ ...request, verify_code: '9999' }))
    expect(keys()[1]).toBe(keys()[0])
    expect(unanswered(withdrawRequest)).toBeNull()
  })

  it('uses a new key for another amount after a reload, and hides the call from others', async () => {
    api = apiDouble(when(withdrawRequest, offline()))
    vi.stubGlobal('navigator', { ...navigator, onLine: false })
    const first = renderHook(() => useSubmit(withdrawRequest))
    await act(() => first.result.current.submit(request))
    expect(keys()).toHaveLength(1)
    cleanup()
    const second = renderHook(() => useSubmit(withdrawRequest))
    await act(() => second.result.current.submit({ ...request, amount: '1001' }))
    expect(keys()[1]).not.toBe(keys()[0])
    expect(unanswered(withdrawRequest)).not.toBeNull()
    act(() => session.signOut('unauthorised'))
    act(() => session.signIn(ana.login))
    expect(unanswered(withdrawRequest)).not.toBeNull()
    act(() => session.signIn(bruno.login))
    expect(unanswered(withdrawRequest)).toBeNull()
    act(() => session.signOut('logout'))
    act(() => session.signIn(ana.login))
    expect(unanswered(withdrawRequest), 'the logout of Bruno is not the end of what Ana sent').not.toBeNull()
    act(() => session.signOut('logout'))
    expect(Object.keys(localStorage).filter(key => key.includes('unanswered'))).toEqual([])
  })

  describe('answered by a 401, which reports nothing of what was done before it', () => {
    const overs = [
      ['by status', rawAnswer('', { status: 401 })],
      ['by code', rawAnswer('{"code":401,"msg":"over","data":null}', {})],
    ] as const
    const end = httpReports.subscribe(
      report => report.type === 'failed' && report.failure.kind === 'unauthorised' && session.signOut('unauthorised'),
    )
    afterAll(end)
    const sendAndLose = async (over: (typeof overs)[number][1]) => {
      api = apiDouble(when(withdrawRequest, over))
      const form = renderHook(() => useSubmit(withdrawRequest))
      await act(() => form.result.current.submit(request))
      expect(sessionStore.getState().person).toBeNull()
      cleanup()
    }

    it.each(overs)('(%s) is a question still open at the next login, and asked with the same key', async (_, over) => {
      await sendAndLose(over)
      act(() => session.signIn(ana.login))
      expect(unanswered(withdrawRequest)?.key).toBe(keys()[0])
      api.answer(when(withdrawRequest, {}))
      const again = renderHook(() => useSubmit(withdrawRequest))
      await act(() => again.result.current.submit({ ...request, verify_code: '9999' }))
      expect(keys()[1]).toBe(keys()[0])
      expect(unanswered(withdrawRequest)).toBeNull()
    })

    it('stays open for its person while another person withdraws in between', async () => {
      await sendAndLose(overs[0][1])
      act(() => session.signIn(bruno.login))
      api.answer(when(withdrawRequest, {}))
      const other = renderHook(() => useSubmit(withdrawRequest))
      await act(() => other.result.current.submit(request))
      expect(keys()[1]).not.toBe(keys()[0])
      act(() => session.signOut('unauthorised'))
      act(() => session.signIn(ana.login))
      expect(unanswered(withdrawRequest)?.key).toBe(keys()[0])
    })

    it('stays open where another tab learned of the end first, or ended it', async () => {
      await sendAndLose(overs[0][1])
      act(() => session.signIn(ana.login))
      localStorage.removeItem('adcoin.token')
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' })))
      expect(sessionStore.getState()).toMatchObject({ person: null, ended: 'otherTab' })
      act(() => session.signIn(ana.login))
      expect(unanswered(withdrawRequest)).not.toBeNull()
    })

    it('that was not placed, as far as anybody can see, keeps its key for another try of the same', async () => {
      await sendAndLose(overs[0][1])
      act(() => session.signIn(ana.login))
      settleAsNotPlaced(withdrawRequest)
      expect(unanswered(withdrawRequest)).toBeNull()
      api.answer(when(withdrawRequest, {}))
      const again = renderHook(() => useSubmit(withdrawRequest))
      await act(() => again.result.current.submit(request))
      expect(keys()[1]).toBe(keys()[0])
    })

    it.each([
      [receiveTask, { task_id: 't_bottle' }],
      [bindAccount, { platform: 'tiktok', username: 'ana', homepage_link: 'https://www.tiktok.com/@ana' }],
      [submitTask, { assignment_id: 'a_1', file_ids: ['f_1'], disclosure_confirmed: true }],
    ] as readonly (readonly [Call, object])[])(
      'the same key goes with %o after the login, and not an hour later',
      async (call, input) => {
        api = apiDouble(when(call, overs[0][1]))
        const listSentKeys = () => api.requests(call).map(({ headers }) => headers.get('idempotency-key'))
        const began = Date.now()
        for (const later of [0, 0, 3_600_000]) {
          vi.spyOn(Date, 'now').mockReturnValue(began + later)
          act(() => session.signIn(ana.login))
          const form = renderHook(() => useSubmit(call, { idempotent: true }))
          await act(() => form.result.current.submit(input))
          cleanup()
        }
        vi.mocked(Date.now).mockRestore()
        expect(listSentKeys()[0]).toMatch(/^[\w-]{36}$/)
        expect(listSentKeys()[1]).toBe(listSentKeys()[0])
        expect(listSentKeys()[2]).not.toBe(listSentKeys()[0])
      },
    )
  })

  it('is silent when the session ends under it', async () => {
    api = apiDouble(when(unbindAccount, silence()))
    const onFailure = vi.fn()
    const { result } = renderHook(() => useSubmit(unbindAccount, { onFailure }))
    let running: Promise<unknown> | undefined
    await act(async () => void (running = result.current.submit({ id: 'b_ana', confirm: true })))
    await waitFor(() => expect(api.requests(unbindAccount)).toHaveLength(1))
    await act(async () => session.signOut('logout'))
    expect(await running).toBeUndefined()
    expect(onFailure).not.toHaveBeenCalled()
    expect(result.current).toMatchObject({ isRunning: false, failure: null })
  })
})

describe('a hidden screen', () => {
  let mode: 'visible' | 'hidden' = 'visible'
  const wrapper = ({ children }: { children: ReactNode }) => <Activity mode={mode}>{children}</Activity>
  afterEach(() => void (mode = 'visible'))

  it('asks for nothing, and asks again when it is shown', async () => {
    api = apiDouble()
    const { result, rerender } = renderHook(() => useCall(balance, {}, { refetchInterval: 1_000 }), { wrapper })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    mode = 'hidden'
    rerender()
    const sent = api.requests(balance).length
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await refresh(balance)
    expect(api.requests(balance)).toHaveLength(sent)
    mode = 'visible'
    rerender()
    expect(result.current.isSuccess).toBe(true)
    await waitFor(() => expect(api.requests(balance)).toHaveLength(sent + 1))
  })

  it('has a form that is not busy if its request ended meanwhile', async () => {
    let answer = () => {}
    api = apiDouble(when(receiveTask, () => new Promise<object>(done => (answer = () => done({})))))
    const { result, rerender } = renderHook(() => useSubmit(receiveTask), { wrapper })
    act(() => void result.current.submit({ task_id: 't1' }))
    await waitFor(() => expect(api.requests(receiveTask)).toHaveLength(1))
    mode = 'hidden'
    rerender()
    await act(async () => answer())
    mode = 'visible'
    rerender()
    await waitFor(() => expect(result.current.isRunning).toBe(false))
  })
})

describe('asking again', () => {
  it('asks every 5 s, slows to 30 s, stops when it is decided, and restarts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { result } = renderHook(() => useRefetchInterval<{ isOpen: boolean }>(({ isOpen }) => isOpen))
    const next = async (ms: number, isOpen = true) => {
      await act(() => vi.advanceTimersByTimeAsync(ms))
      return result.current({ state: { data: { isOpen } } })
    }
    expect([await next(0), await next(61_000), await next(130_000)]).toEqual([5000, 10_000, 30_000])
    expect(await next(0, false)).toBe(false)
    expect(await next(0)).toBe(5000)
    expect(result.current({ state: { data: undefined } })).toBe(false)
  })
})

describe('a network that is back', () => {
  it('reads again what failed, and nothing that is fresh', async () => {
    api = apiDouble(when(balance, offline()))
    const { result } = renderHook(() => ({ failed: useCall(balance, {}), fresh: useCall(supportRegion, {}) }))
    await waitFor(() => expect(result.current.failed.isError && result.current.fresh.data).toBeTruthy())
    api.end()
    api = apiDouble()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(result.current.failed.data).toBeTruthy())
    expect(api.requests(supportRegion)).toHaveLength(0)
  })
})
