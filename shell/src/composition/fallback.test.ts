import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Live } from '@adcoin/contract'
import {
  computeFallbackOrder,
  isRevoked,
  advanceArea,
  nextStallMs,
  noMemory,
  createAreaState,
  pickRelease,
  stallMs,
  type AreaEffect,
  type AreaEvent,
  type AreaState,
  type FailurePhase,
  type Memory,
} from './fallback.ts'

const path = '/team'
const opened = createAreaState(path)
const releases = ['r1', 'r2', 'r3'] as const
const reason = 'because'
const bare = (type: 'paused' | 'resumed' | 'left' | 'retry' | 'revoked'): AreaEvent => ({ type })
const createOrdered = (...order: string[]): AreaEvent => ({ type: 'ordered', order })
const createLoaded = (release: string): AreaEvent => ({ type: 'loaded', release })
const createShown = (release: string): AreaEvent => ({ type: 'shown', release })
const createFailed = (release: string, phase: FailurePhase): AreaEvent => ({ type: 'failed', release, phase, reason })
const createBroke = (release: string, isForeign = false): AreaEvent => ({ type: 'broke', release, reason, isForeign })
const sharedFailed: AreaEvent = { type: 'sharedFailed', reason }

const events: readonly AreaEvent[] = [
  ...(['paused', 'resumed', 'left', 'retry', 'revoked'] as const).map(bare),
  sharedFailed,
  createOrdered(),
  createOrdered(...releases),
  createOrdered('r3', 'r1'),
  ...releases.flatMap(release => [
    createLoaded(release),
    createShown(release),
    createFailed(release, 'entry'),
    createFailed(release, 'stall'),
    createFailed(release, 'evaluate'),
    createBroke(release),
    createBroke(release, true),
  ]),
]

type Run = { state: AreaState; memory: Memory; last: readonly AreaEffect[] }
function run(sequence: readonly AreaEvent[], state = opened, memory = noMemory): Run {
  let last: readonly AreaEffect[] = []
  for (const event of sequence) ({ state, memory, effects: last } = advanceArea(state, memory, event))
  return { state, memory, last }
}
const did = (effects: readonly AreaEffect[]) =>
  effects.map(each => (each.do === 'report' ? (each.outcome ?? each.app ?? each.do) : each.do)).join()

/** The rules that hold at each transition, whatever came before. */
function holds(state: AreaState, memory: Memory, event: AreaEvent): Run {
  const step = advanceArea(state, memory, event)
  const after = step.state
  const failedHere = (release = '') => step.memory.tried.filter(each => each.release === release).length
  const isRetry = event.type === 'retry' && state.status === 'card'
  if (!isRetry && memory.tried.length > step.memory.tried.length) throw new Error('a failure was forgotten')
  for (const effect of step.effects)
    if (effect.do === 'load' && failedHere(effect.release) > 0) throw new Error('tried twice in a tab')
  if (releases.some(release => failedHere(release) > 1)) throw new Error('failed twice at one path')
  if ((after.status === 'asking') !== step.effects.some(each => each.do === 'ask') && after !== state)
    throw new Error('nothing will end it')
  if (after.status === 'loading' && after !== state && !did(step.effects).endsWith('load'))
    throw new Error('nothing is loaded')
  if (after.stalls > 2) throw new Error('a third stall')
  const hasRelease = ['loading', 'ready', 'shown', 'paused'].includes(after.status)
  if (hasRelease !== (after.release !== undefined)) throw new Error('a release without a status for it')
  if (isRetry && after.status === 'card') throw new Error('retry leads nowhere')
  if (event.type === 'left' && after.status !== 'left') throw new Error('it goes on')
  return { ...step, last: step.effects }
}

test('every sequence of events for three releases up to a depth keeps every rule', () => {
  const depth = 9
  // Equal states have equal futures: a sequence is followed once from each of them.
  let level = new Map<string, Pick<Run, 'state' | 'memory'>>([['', { state: opened, memory: noMemory }]])
  const states = new Set<string>()
  for (let at = 0; at < depth; at++) {
    const following: typeof level = new Map()
    for (const { state, memory } of level.values())
      for (const event of events) {
        const { last: _, ...after } = holds(state, memory, event)
        const key = JSON.stringify([{ ...after.state, drawing: 0 }, after.memory])
        if (states.has(key)) continue
        states.add(key)
        following.set(key, { ...after, state: { ...after.state, drawing: 0 } })
      }
    level = following
  }
  expect(states.size).toBeGreaterThan(500)
})

test('an area whose effects are answered always ends on screen or with its card', () => {
  const property = fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 60 }), luck => {
    let at = 0
    const draw = (most: number) => (luck[at++ % luck.length] ?? 0) % most
    let now: Run = { state: opened, memory: noMemory, last: [] }
    for (let steps = 0; steps < 60 && now.state.status !== 'card'; steps++) {
      const { status, release = '' } = now.state
      const answers: Partial<Record<AreaState['status'], readonly AreaEvent[]>> = {
        asking: [createOrdered(...releases), createOrdered('r2'), createOrdered()],
        loading: [
          createLoaded(release),
          createFailed(release, 'stall'),
          createFailed(release, 'integrity'),
          createFailed(release, 'door'),
        ],
        ready: [
          createShown(release),
          createFailed(release, 'render'),
          createBroke(release),
          createBroke(release, true),
        ],
        shown: [createBroke(release), createBroke(release, true)],
      }
      if (status === 'shown' && draw(2) === 0) break
      const possible = answers[status] ?? []
      now = holds(now.state, now.memory, possible[draw(possible.length)] ?? bare('left'))
    }
    expect(['shown', 'card']).toContain(now.state.status)
  })
  fc.assert(property, { numRuns: 2_000 })
})

describe('each transition', () => {
  const loading = [createOrdered(...releases)]
  const onScreen = [...loading, createLoaded('r1'), createShown('r1')]

  test('opens, loads the best release and shows it', () => {
    expect(run(loading)).toMatchObject({
      state: { status: 'loading', release: 'r1' },
      last: [{ do: 'load', release: 'r1', withinMs: stallMs }],
    })
    expect(run([...loading, createLoaded('r1')])).toMatchObject({ state: { status: 'ready', drawing: 1 }, last: [] })
    expect(run(onScreen)).toEqual({
      state: { ...opened, status: 'shown', release: 'r1', drawing: 1 },
      memory: noMemory,
      last: [],
    })
  })

  test.each(['integrity', 'evaluate', 'door', 'render', 'entry', 'style', 'preload', 'stall'] as const)(
    'reports a release that fails by %s and takes the next one',
    phase => {
      const { state, memory, last } = run([...loading, createFailed('r1', phase)])
      expect(last).toEqual([
        { do: 'report', release: 'r1', phase, reason },
        { do: 'ask', from: 'known' },
      ])
      expect(memory).toEqual({
        tried: [{ release: 'r1', pathname: path }],
        notImported: phase === 'integrity' || phase === 'evaluate' ? ['r1'] : [],
        notArrived: phase === 'entry' || phase === 'preload' ? ['r1'] : [],
      })
      const after = advanceArea(state, memory, createOrdered(...releases))
      expect(after.effects).toEqual([
        { do: 'load', release: 'r2', withinMs: phase === 'stall' ? nextStallMs : stallMs },
      ])
    },
  )

  test('gives the second stall less time and then shows the card, with releases left to try', () => {
    // A person waits for both together at most 6.5 s.
    expect([stallMs, nextStallMs]).toEqual([5_000, 1_500])
    const once = [...loading, createFailed('r1', 'stall'), createOrdered(...releases)]
    const { state, last } = run([...once, createFailed('r2', 'stall'), createOrdered(...releases)])
    const card = { do: 'report', phase: 'render', reason: 'no release works', outcome: 'card' }
    expect([state.status, last]).toEqual(['card', [card]])
  })

  test('asks for the newest releases before the card, once, and blames none where none is known', () => {
    const none = [...loading, createFailed('r1', 'door'), createOrdered('r1')]
    expect(run(none).last).toEqual([{ do: 'ask', from: 'newest' }])
    expect(run([...none, createOrdered('r1')])).toMatchObject({
      state: { status: 'card' },
      last: [{ outcome: 'card' }],
    })
    expect(run([...none, createOrdered('r9', 'r1')]).last).toMatchObject([{ do: 'load', release: 'r9' }])
    expect(run([createOrdered(), createOrdered()])).toMatchObject({ state: { status: 'card' }, last: [] })
  })

  test('replaces what breaks on screen once, then shows the card; a retry starts over', () => {
    const report = { do: 'report', release: 'r1', phase: 'render', reason }
    expect(run([...onScreen, createBroke('r1')]).last).toEqual([report, { do: 'ask', from: 'known' }])
    const second = [
      ...onScreen,
      createBroke('r1'),
      createOrdered(...releases),
      createLoaded('r2'),
      createShown('r2'),
      createBroke('r2'),
    ]
    const { state, memory, last } = run(second)
    expect([state.status, did(last)]).toEqual(['card', 'report,card'])
    expect(memory.tried.map(each => each.release)).toEqual(['r1', 'r2'])
    const again = run([bare('retry')], state, memory)
    expect(again).toMatchObject({ memory: noMemory, last: [{ do: 'ask', from: 'newest' }] })
    expect(again.state).toEqual({ ...opened, isNewest: true, drawing: 2 })
    expect(run([...loading, createLoaded('r1'), createBroke('r1'), createOrdered(...releases)]).last).toMatchObject([
      { release: 'r2' },
    ])
  })

  test('draws a release again if something else changed its elements, and counts no failure', () => {
    const once = run([...onScreen, createBroke('r1', true)])
    expect(once).toMatchObject({ state: { status: 'ready', release: 'r1', drawing: 2 }, memory: noMemory, last: [] })
    const twice = run([...onScreen, createBroke('r1', true), createShown('r1'), createBroke('r1', true)])
    expect([twice.state.status, did(twice.last), twice.memory]).toEqual(['card', 'card', noMemory])
  })

  test('leaves a revoked release, before and after it is on screen', () => {
    for (const before of [onScreen, [...loading, createLoaded('r1')]])
      expect(run([...before, bare('revoked')])).toMatchObject({ state: { status: 'asking' }, memory: noMemory })
    expect(run([...loading, bare('revoked')]).state.status).toBe('loading')
  })

  test('resumes what was paused, or loads it again without a report if it broke', () => {
    const paused = [...onScreen, bare('paused')]
    expect(run([...paused, bare('resumed')]).state).toEqual(run(onScreen).state)
    const broken = run([...paused, createBroke('r1')])
    expect(broken).toMatchObject({
      state: { status: 'asking' },
      memory: noMemory,
      last: [{ do: 'ask', from: 'known' }],
    })
    expect(run([createOrdered(...releases)], broken.state).last).toMatchObject([{ do: 'load', release: 'r1' }])
  })

  test('reloads for a release that did not arrive and now is not imported', () => {
    const { state, memory } = run([
      createOrdered('r1'),
      createFailed('r1', 'entry'),
      createOrdered('r1'),
      createOrdered(),
    ])
    const retried = run([bare('retry'), createOrdered('r1'), createFailed('r1', 'integrity')], state, memory)
    expect(did(retried.last)).toBe('reload,ask')
  })

  test('reloads to retry if an import failed or a file of the shell is missing', () => {
    const gone = run([createOrdered('r1'), createFailed('r1', 'evaluate'), createOrdered('r1'), createOrdered('r1')])
    const retried = run([bare('retry')], gone.state, gone.memory)
    expect(did(retried.last)).toBe('ask')
    expect(did(run([createOrdered('r1')], retried.state, retried.memory).last)).toBe('reload,load')
    expect(did(run([createOrdered('r9', 'r1')], retried.state, retried.memory).last)).toBe('load')
    for (const before of [loading, []]) {
      const { state, memory, last } = run([...before, sharedFailed])
      expect(last).toEqual([{ do: 'report', app: 'shell', phase: 'preload', reason }])
      expect(did(run([bare('retry')], state, memory).last)).toBe('reload,ask')
    }
    expect(run([...onScreen, sharedFailed]).state.status).toBe('shown')
  })

  test('is over when it is left, and an event that a status does not name changes nothing', () => {
    for (const before of [loading, onScreen, []])
      expect(run([...before, bare('left')])).toMatchObject({ state: { ...opened, status: 'left' }, last: [] })
    const deaf = (sequence: readonly AreaEvent[], ...heard: readonly AreaEvent['type'][]) => {
      const { state, memory } = run(sequence)
      for (const event of events) {
        const isHeard = heard.includes(event.type) && !('release' in event && event.release !== state.release)
        if (!isHeard) expect(advanceArea(state, memory, event)).toEqual({ state, memory, effects: [] })
      }
    }
    deaf([bare('left')])
    deaf([], 'left', 'ordered', 'sharedFailed')
    deaf(loading, 'left', 'loaded', 'failed', 'sharedFailed')
    deaf([...loading, createLoaded('r1')], 'left', 'shown', 'failed', 'broke', 'revoked')
    deaf(onScreen, 'paused', 'left', 'broke', 'revoked')
    deaf([...onScreen, bare('paused')], 'resumed', 'left', 'broke')
    deaf([createOrdered(), createOrdered()], 'left', 'retry')
  })
})

describe('the order', () => {
  const app = 'remote-team'
  const live = (more: object = {}, revoked: string[] = []): Live => {
    const entry = { active: 'a', previous: ['p1', 'p2', 'p3', 'p4'], versions: {}, routes: [], tabs: [], ...more }
    return { number: 1, created: '', floor: {}, revoked, apps: { [app]: entry } } as Live
  }
  const canary = { release: 'c', share: 50, salt: 'abcdefgh' }

  test('is the candidate in browsers of the canary alone, the active, three previous ones', () => {
    expect(computeFallbackOrder(live(), app, false)).toEqual(['a', 'p1', 'p2', 'p3'])
    expect(computeFallbackOrder(live({ canary }), app, false)).toEqual(['a', 'p1', 'p2', 'p3'])
    expect(computeFallbackOrder(live({ canary }), app, true)).toEqual(['c', 'a', 'p1', 'p2', 'p3'])
    expect(computeFallbackOrder(live(), app, true)).toEqual(['a', 'p1', 'p2', 'p3'])
    expect([computeFallbackOrder(live(), 'remote-none', true), computeFallbackOrder(undefined, app, true)]).toEqual([
      [],
      [],
    ])
  })

  test('never has a revoked release, nor the candidate of a stopped canary', () => {
    expect(computeFallbackOrder(live({}, [`${app}/a`, `${app}/p2`]), app, false)).toEqual(['p1', 'p3', 'p4'])
    expect(computeFallbackOrder(live({ canary, stopped: 'c' }), app, true)).toEqual(['a', 'p1', 'p2', 'p3'])
    expect(isRevoked(undefined, app, 'a')).toBe(false)
  })

  test('skips what failed in this tab; a release that failed at other paths is better than none', () => {
    const createMemory = (...at: readonly string[]) => ({
      notImported: [],
      notArrived: [],
      tried: at.map(each => ({ release: each.split('@')[0] ?? '', pathname: each.split('@')[1] ?? '' })),
    })
    expect(pickRelease(releases, createMemory('r1@/other'), path)).toBe('r2')
    expect(pickRelease(releases, createMemory('r1@/other', `r2@${path}`, `r3@${path}`), path)).toBe('r1')
    expect(pickRelease(releases, createMemory(...releases.map(each => `${each}@${path}`)), path)).toBeUndefined()
  })
})
