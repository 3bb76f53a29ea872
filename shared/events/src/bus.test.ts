import { events } from '@adcoin/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { map } from './index.ts'
import { createBus, type Bus } from './bus.ts'
import { type BusProblem, mostOfOneEmitter, mostPerSecond } from './delivery.ts'

let bus: Bus
let time: number
let problems: BusProblem[]
const waitForDelivery = () => new Promise<void>(resolve => setTimeout(resolve))
const balanceAt = (version: number, amount = '100') => ({ amount, hold: '0', version })
const changed = { withdrawalId: 'wd_1', status: 'paid' }

beforeEach(() => {
  time = 0
  problems = []
  bus = createBus(events, () => time)
  bus.onProblem(problem => problems.push(problem))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

describe('an event', () => {
  it('reaches every subscriber after the emitter has gone on, and no other', async () => {
    const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
    bus.on('wallet.withdrawalChanged', first)
    bus.on('wallet.withdrawalChanged', second)
    bus.on('wallet.tradingPasswordChanged', other)
    expect(bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)).toBe(true)
    expect(first).not.toHaveBeenCalled()
    await waitForDelivery()
    expect([first.mock.calls, second.mock.calls, other.mock.calls]).toEqual([[[changed]], [[changed]], []])
  })

  it('does not reach a person who has unsubscribed', async () => {
    const handler = vi.fn()
    const end = bus.on('wallet.withdrawalChanged', handler)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    end()
    await waitForDelivery()
    expect(handler).not.toHaveBeenCalled()
  })

  it('reaches the others when one handler throws, whatever it throws', async () => {
    const listener = vi.fn()
    for (const thrown of [
      new Error('bug'),
      null,
      'text',
      Object.freeze(new Error('frozen')),
      {
        get message() {
          throw new Error('even this')
        },
      },
    ])
      bus.on('wallet.withdrawalChanged', () => {
        throw thrown
      })
    bus.on('wallet.withdrawalChanged', listener)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(2)
    expect(problems).toHaveLength(10)
  })

  it('is a frozen copy: neither emitter nor receiver can change what others see', async () => {
    const seen: unknown[] = []
    const payload = { fields: ['avatar' as const] }
    bus.on('auth.profileChanged', answer => {
      expect(() => (answer.fields as string[]).push('x')).toThrow(TypeError)
      expect(() => Object.assign(answer, { fields: [] })).toThrow(TypeError)
    })
    bus.on('auth.profileChanged', answer => seen.push(answer))
    bus.emitterFor('auth')('auth.profileChanged', payload)
    payload.fields.length = 0
    await waitForDelivery()
    expect(seen).toEqual([{ fields: ['avatar'] }])
    expect(problems).toEqual([])
  })
})

describe('an event is refused, with a reason to read and no exception,', () => {
  const emitAndCount = (owner: string, name: string, payload: unknown) => {
    const listener = vi.fn()
    bus.on(name as 'wallet.balanceChanged', listener)
    const accepted = (bus.emitterFor(owner as 'wallet') as (name: string, payload: unknown) => boolean)(name, payload)
    return waitForDelivery().then(() => ({ accepted, heard: listener.mock.calls.length, why: problems.at(-1)?.why }))
  }

  it.each([
    ["when it is another owner's", 'tasks', 'wallet.balanceChanged', balanceAt(1), 'only wallet may emit this'],
    ['when there is no such event', 'tasks', 'session.login', { token: 'x' }, 'there is no such event'],
    ['when it is called like an object of JavaScript', 'wallet', '__proto__', {}, 'there is no such event'],
    ['when it is called like another object of JavaScript', 'wallet', 'constructor', {}, 'there is no such event'],
    ['when a field has the wrong type', 'wallet', 'wallet.balanceChanged', { ...balanceAt(1), amount: 5 }, 'amount'],
    ['when a field is missing', 'wallet', 'wallet.balanceChanged', { amount: '5' }, 'hold'],
    ['when it is nothing', 'wallet', 'wallet.balanceChanged', null, 'does not match'],
    ['when it is 10 MB', 'wallet', 'wallet.withdrawalChanged', { ...changed, junk: 'x'.repeat(10_000_000) }, 'larger'],
    [
      'when it is 10 MB of small things',
      'wallet',
      'wallet.withdrawalChanged',
      { ...changed, junk: Array.from({ length: 1_000_000 }, () => 1) },
      'larger',
    ],
    [
      'when it is a buffer',
      'wallet',
      'wallet.withdrawalChanged',
      { ...changed, junk: new Uint8Array(10_000_000) },
      'larger',
    ],
    [
      'when it refers to itself',
      'wallet',
      'wallet.withdrawalChanged',
      Object.assign({ ...changed }, { self: null as unknown }),
      undefined,
    ],
  ])('%s', async (_, owner, name, payload, why) => {
    if (payload && typeof payload === 'object' && 'self' in payload) payload.self = payload
    const started = performance.now()
    const result = await emitAndCount(owner, name, payload)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(result).toMatchObject({ accepted: false, heard: 0 })
    if (why) expect(result.why).toContain(why)
  })

  it('when reading it throws', async () => {
    await expect(
      emitAndCount('wallet', 'wallet.withdrawalChanged', {
        get status() {
          throw new Error('trap')
        },
      }),
    ).resolves.toMatchObject({ accepted: false, heard: 0 })
  })

  it('when it is larger than 16 KB or nested more than twelve deep, and not before', async () => {
    const nestArrays = (levels: number): unknown => (levels === 0 ? 'x' : [nestArrays(levels - 1)])
    const isAccepted = async (junk: unknown) =>
      (await emitAndCount('wallet', 'wallet.withdrawalChanged', { ...changed, junk })).accepted
    expect([await isAccepted('x'.repeat(16_300)), await isAccepted('x'.repeat(16_400))]).toEqual([true, false])
    expect([await isAccepted(nestArrays(11)), await isAccepted(nestArrays(12))]).toEqual([true, false])
  })

  it('but a field that is not known yet is only dropped', async () => {
    const seen: unknown[] = []
    bus.on('wallet.withdrawalChanged', answer => seen.push(answer))
    bus.emitterFor('wallet')('wallet.withdrawalChanged', { ...changed, later: 1 } as never)
    await waitForDelivery()
    expect(seen).toEqual([changed])
  })

  it('and its payload is neither in the trace nor in the report', () => {
    void emitAndCount('tasks', 'wallet.balanceChanged', { amount: 'SECRET' })
    expect(JSON.stringify([bus.trace(), problems])).not.toContain('SECRET')
  })
})

describe('a late subscriber', () => {
  it('hears the last payload of an event that replays, once, and nothing of the others', async () => {
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(1, '1'))
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(2, '2'))
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    const [balance, withdrawal] = [vi.fn(), vi.fn()]
    bus.on('wallet.balanceChanged', balance)
    bus.on('wallet.withdrawalChanged', withdrawal)
    expect(balance).not.toHaveBeenCalled()
    await waitForDelivery()
    expect(balance.mock.calls).toEqual([[balanceAt(2, '2')]])
    expect(withdrawal).not.toHaveBeenCalled()
  })

  it('receives an event once that is emitted while it subscribes', async () => {
    const listener = vi.fn()
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(1))
    bus.on('wallet.balanceChanged', listener)
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('hears nothing of a session that is over, not even what was on its way', async () => {
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(1))
    await waitForDelivery()
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(2))
    bus.forgetLast()
    bus.emitterFor('shell')('shell.sessionEnded', { reason: 'logout' })
    const [heard, ended] = [vi.fn(), vi.fn()]
    bus.on('wallet.balanceChanged', heard)
    bus.on('shell.sessionEnded', ended)
    await waitForDelivery()
    expect(heard).not.toHaveBeenCalled()
    expect(ended).toHaveBeenCalledTimes(1)
    bus.emitterFor('wallet')('wallet.balanceChanged', balanceAt(1))
    await waitForDelivery()
    expect(heard).toHaveBeenCalledExactlyOnceWith(balanceAt(1))
  })
})

describe('a balance', () => {
  it('that is older than the last one is dropped, also for those who come later', async () => {
    const listener = vi.fn()
    bus.on('wallet.balanceChanged', listener)
    const emit = bus.emitterFor('wallet')
    emit('wallet.balanceChanged', balanceAt(7, '700'))
    emit('wallet.balanceChanged', balanceAt(6, '600'))
    emit('wallet.balanceChanged', balanceAt(8, '800'))
    await waitForDelivery()
    expect(listener.mock.calls.map(([said]) => said.amount)).toEqual(['700', '800'])
    expect(bus.trace().map(({ outcome }) => outcome)).toEqual(['delivered', 'older', 'delivered'])
  })
})

describe('a scope', () => {
  it('ends all subscriptions and streams of a remote together, and rejects new ones', async () => {
    const [heard, others] = [vi.fn(), vi.fn()]
    const scope = bus.scope('tasks')
    scope.on('wallet.withdrawalChanged', heard)
    scope.stream('wallet.withdrawalChanged').subscribe(heard)
    bus.on('wallet.withdrawalChanged', others)
    scope.end()
    const stop = scope.on('wallet.withdrawalChanged', heard)
    expect(stop).not.toThrow()
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(heard).not.toHaveBeenCalled()
    expect(others).toHaveBeenCalledTimes(1)
  })

  it('ends with its signal, also where that one was over before', async () => {
    const listener = vi.fn()
    const ending = new AbortController()
    bus.scope('tasks', ending.signal).on('wallet.withdrawalChanged', listener)
    ending.abort()
    bus.scope('tasks', ending.signal).on('wallet.withdrawalChanged', listener)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(listener).not.toHaveBeenCalled()
  })

  it('names the remote whose handler threw', async () => {
    bus.scope('tasks').on('wallet.withdrawalChanged', () => {
      throw new Error('bug')
    })
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(problems).toMatchObject([{ name: 'wallet.withdrawalChanged', owner: 'tasks', why: 'a handler threw' }])
  })
})

describe('a stream', () => {
  it('gives no way to what is behind it, and cannot be completed for others', async () => {
    const listener = vi.fn()
    const stream = bus.stream('wallet.withdrawalChanged')
    expect((stream as unknown as { source?: unknown }).source).toBeUndefined()
    expect('next' in stream || 'complete' in stream).toBe(false)
    stream.subscribe(listener)
    stream.subscribe().unsubscribe()
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('whose operator throws stops alone', async () => {
    const listener = vi.fn()
    bus
      .stream('wallet.withdrawalChanged')
      .pipe(
        map(() => {
          throw new Error('bug')
        }),
      )
      .subscribe(listener)
    bus.stream('wallet.withdrawalChanged').subscribe(listener)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('a flood', () => {
  it('of two handlers that answer each other stops at the depth limit', async () => {
    let count = 0
    const [wallet, tasks] = [bus.emitterFor('wallet'), bus.emitterFor('tasks')]
    bus.on('wallet.withdrawalChanged', () => {
      count += 1
      tasks('tasks.accountBound', { accountId: 'b', bindStatus: 2 })
    })
    bus.on('tasks.accountBound', () => {
      count += 1
      wallet('wallet.withdrawalChanged', changed)
    })
    wallet('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(count).toBe(32)
    expect(problems).toHaveLength(1)
    wallet('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(count).toBe(2 * 32)
  })

  it('of one event is cut after a hundred in a second, reported once, and ends with the second', async () => {
    const listener = vi.fn()
    bus.on('wallet.withdrawalChanged', listener)
    const emit = bus.emitterFor('wallet')
    for (let turn = 0; turn < 1000; turn += 1) emit('wallet.withdrawalChanged', changed)
    emit('wallet.tradingPasswordChanged', {})
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(mostPerSecond)
    expect(problems).toHaveLength(1)
    time = 999
    expect(emit('wallet.withdrawalChanged', changed)).toBe(false)
    time = 1000
    expect(emit('wallet.withdrawalChanged', changed)).toBe(true)
  })
})

describe('a voice', () => {
  const emitAs = (speaker: string, owner: string) =>
    bus.emitterOf(speaker)(owner as 'wallet') as (name: string, payload: unknown) => boolean

  it('emits only events of its own', async () => {
    const listener = vi.fn()
    bus.on('wallet.withdrawalChanged', listener)
    expect(emitAs('wallet', 'wallet')('wallet.withdrawalChanged', changed)).toBe(true)
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(problems).toEqual([])
  })

  it('is refused on the console too, and a name of any length is cut', () => {
    expect(emitAs('wallet', 'wallet')('x'.repeat(500), changed)).toBe(false)
    expect(problems.map(({ name }) => name)).toEqual(['x'.repeat(80)])
    expect(console.warn).toHaveBeenCalledWith(
      `bus: ${'x'.repeat(80)} from wallet: there is no such event in the catalogue`,
    )
  })

  it('of another owner is silent, and reported with the name of its taker', async () => {
    const listener = vi.fn()
    bus.on('wallet.balanceChanged', listener)
    const emit = emitAs('team', 'wallet')
    expect(emit('wallet.balanceChanged', balanceAt(1, '99999999'))).toBe(false)
    expect(emitAs('team', 'team')('wallet.balanceChanged', balanceAt(1))).toBe(false)
    await waitForDelivery()
    expect(listener).not.toHaveBeenCalled()
    expect(problems.map(({ name, owner, why }) => `${owner} ${name}: ${why}`)).toEqual([
      'team wallet.*: asked for the emitter of wallet, which only wallet has',
      'team wallet.balanceChanged: team may not emit wallet.*',
      'team wallet.balanceChanged: only wallet may emit this',
    ])
    expect(bus.trace().map(({ owner, outcome }) => `${owner} ${outcome}`)).toEqual(['team refused', 'team refused'])
  })
})

describe('a flood of names', () => {
  it('of one emitter is cheap, is reported, and drops no event of others or another of its own', () => {
    const flooding = bus.emitterFor('wallet') as (name: string, payload: unknown) => boolean
    const own = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`wallet.made${index}`, events['wallet.tradingPasswordChanged']]),
    )
    const began = performance.now()
    const bringing = bus.emitterFor('wallet', own as Record<string, never>) as typeof flooding
    for (let turn = 0; turn < 100_000; turn += 1) bringing(`wallet.made${turn}`, {})
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(problems.at(-1)).toMatchObject({ owner: 'wallet', why: 'too many in one second: the rest is cut' })
    expect(problems.length).toBeLessThanOrEqual(mostOfOneEmitter + 1)
    expect(flooding('wallet.withdrawalChanged', changed)).toBe(false)
    expect(bus.emitterFor('tasks')('tasks.accountBound', { accountId: 'b', bindStatus: 2 })).toBe(true)
    time = 1000
    for (let turn = 0; turn < 1000; turn += 1) flooding('wallet.withdrawalChanged', changed)
    expect(flooding('wallet.tradingPasswordChanged', {})).toBe(true)
  })
})

describe('the trace', () => {
  it('holds name, owner, time and outcome of the last hundred', async () => {
    bus.emitterFor('wallet')('wallet.withdrawalChanged', changed)
    await waitForDelivery()
    expect(bus.trace()).toEqual([
      { name: 'wallet.withdrawalChanged', owner: 'wallet', time: expect.any(Number) as number, outcome: 'delivered' },
    ])
    for (let turn = 0; turn < 150; turn += 1)
      (bus.emitterFor('wallet') as (name: string, payload: unknown) => boolean)('wallet.nothing', {})
    expect(bus.trace()).toHaveLength(100)
  })
})

describe('a release that is newer than the shell', () => {
  it('brings the schema of its new event, and cannot replace a known one', async () => {
    const listener = vi.fn()
    const definition = { version: 1, replay: 'none', payload: events['wallet.tradingPasswordChanged'].payload } as const
    const emit = bus.emitterFor('wallet', { 'wallet.cardFrozen': definition, 'wallet.balanceChanged': definition }) as (
      name: string,
      payload: unknown,
    ) => boolean
    bus.on('wallet.cardFrozen' as 'wallet.balanceChanged', listener)
    expect(emit('wallet.cardFrozen', {})).toBe(true)
    expect(emit('wallet.balanceChanged', {})).toBe(false)
    await waitForDelivery()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
