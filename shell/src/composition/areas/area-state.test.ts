import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { idle, mostAttempts, next, probationMs, type AreaEffect, type AreaEvent, type AreaState } from './area-state.ts'

const releases = ['r1', 'r2', 'r3'] as const
const reason = 'because'
type Phase = Extract<AreaEvent, { type: 'failed' }>['phase']
const failed = (release: string, phase: Phase, mayRetry = false): AreaEvent => ({
  type: 'failed',
  release,
  phase,
  reason,
  mayRetry,
})
const broke = (release: string, shownMs = 1): AreaEvent => ({ type: 'broke', release, reason, shownMs })
const unseen = (release: string): AreaEvent => ({ type: 'unseen', release, reason })
const resolved = (...order: string[]): AreaEvent => ({ type: 'resolved', order })
const of = (type: 'quiet' | 'loaded' | 'rendered', release: string): AreaEvent => ({ type, release })
const bare = (type: 'opened' | 'left' | 'retry' | 'revoked'): AreaEvent => ({ type })
const sharedFailed: AreaEvent = { type: 'sharedFailed', reason }

const ofRelease = (release: string): readonly AreaEvent[] => [
  of('quiet', release),
  of('loaded', release),
  of('rendered', release),
  failed(release, 'entry', true),
  failed(release, 'stall'),
  failed(release, 'evaluate'),
  unseen(release),
  broke(release),
  broke(release, probationMs + 1),
]
const events: readonly AreaEvent[] = [
  ...(['opened', 'left', 'retry', 'revoked'] as const).map(bare),
  sharedFailed,
  resolved(),
  resolved(...releases),
  resolved('r3', 'r1'),
  ...releases.flatMap(ofRelease),
]

type Run = { state: AreaState; effects: AreaEffect[]; last: readonly AreaEffect[] }
function run(sequence: readonly AreaEvent[], from: AreaState = idle): Run {
  const all: Run = { state: from, effects: [], last: [] }
  for (const event of sequence) {
    const step = next(all.state, event)
    Object.assign(all, { state: step.state, last: step.effects })
    all.effects.push(...step.effects)
  }
  return all
}

/** The rules that hold at each transition, whatever came before. */
function holds(before: AreaState, event: AreaEvent): AreaState {
  const { state, effects } = next(before, event)
  const drawn = (each: AreaState) => (each.status === 'ready' || each.status === 'shown' ? each.release : undefined)
  const [postponed, reported] = ['postpone', 'report'].map(what =>
    effects.flatMap(each => (each.do === what && 'release' in each ? [each.release] : [])),
  )
  for (const release of state.failed.filter(each => !before.failed.includes(each)))
    if (!postponed?.includes(release) || !reported?.includes(release))
      throw new Error('failed, and tried again in this page')
  if (Object.values(state.attempts).some(times => times > mostAttempts)) throw new Error('tried too often')
  const loads = effects.filter(each => each.do === 'load')
  for (const { release } of loads) if (state.failed.includes(release)) throw new Error('a failed release again')
  if (drawn(before) && drawn(state) && drawn(before) !== drawn(state)) throw new Error('two releases on screen')
  if (state.hedge && state.hedge.release === state.release) throw new Error('a hedge for itself')
  if (before.status === 'unavailable' && event.type === 'retry' && state.status === 'unavailable')
    throw new Error('retry leads nowhere')
  if (state.status === 'resolving' && before.status !== 'resolving' && !effects.some(each => each.do === 'resolve'))
    throw new Error('nothing will end it')
  return state
}

test('every sequence of events for three releases up to a depth keeps every rule', () => {
  const depth = 5
  // Equal states have equal futures: a sequence is followed once from each state, and counted as often as it occurs.
  let level = new Map<string, { state: AreaState; sequences: number }>([['', { state: idle, sequences: 1 }]])
  let sequences = 0
  let transitions = 0
  const states = new Set<string>()
  for (let at = 0; at < depth + 4; at++) {
    const following = new Map<string, { state: AreaState; sequences: number }>()
    for (const { state, sequences: count } of level.values())
      for (const event of events) {
        const after = holds(state, event)
        transitions++
        sequences += count
        const key = JSON.stringify(after)
        states.add(key)
        const known = following.get(key)
        following.set(key, { state: after, sequences: (known?.sequences ?? 0) + count })
      }
    level = following
  }
  console.info(`${sequences} sequences, ${states.size} states, ${transitions} transitions`)
  expect(sequences).toBeGreaterThan(events.length ** depth)
  expect(states.size).toBeGreaterThan(1_000)
})

describe('an area whose effects are answered', () => {
  /** Answers each effect as a page would, with luck from outside, and without end. */
  function settle(luck: readonly number[]): AreaState {
    let state = idle
    let at = 0
    const draw = (most: number) => (luck[at++ % luck.length] ?? 0) % most
    const pending: AreaEffect[] = []
    const take = (event: AreaEvent) => {
      const { effects } = next(state, event)
      state = holds(state, event)
      for (const effect of effects) {
        if (effect.do === 'abort') pending.length = 0
        if (effect.do === 'load' || effect.do === 'resolve') pending.push(effect)
      }
    }
    take(bare('opened'))
    for (let steps = 0; steps < 200; steps++) {
      if (state.status === 'ready') {
        const release = state.release ?? ''
        take([of('rendered', release), unseen(release), broke(release)][draw(3)] ?? unseen(release))
        continue
      }
      const [effect] = pending.splice(draw(pending.length || 1), 1)
      if (!effect) break
      if (effect.do === 'resolve') take(resolved(...releases))
      if (effect.do !== 'load') continue
      if (draw(3) === 0) take(of('quiet', effect.release))
      const answers = [
        of('loaded', effect.release),
        failed(effect.release, 'entry', true),
        failed(effect.release, 'stall'),
      ]
      take(answers[draw(4)] ?? failed(effect.release, 'evaluate'))
    }
    return state
  }

  test('always ends in shown or unavailable', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 60 }), luck => {
        expect(['shown', 'unavailable']).toContain(settle(luck).status)
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps every rule for sequences of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), sequence => {
        sequence.reduce(holds, idle)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('each transition', () => {
  const loading = [bare('opened'), resolved(...releases)]
  const shown = [...loading, of('loaded', 'r1'), of('rendered', 'r1')]
  const statusOf = (...sequence: AreaEvent[]) => {
    const { state, last } = run(sequence)
    return [state.status, state.release, last.map(each => each.do).join()]
  }

  test('opens, loads the best release and shows it', () => {
    expect(statusOf(bare('opened'))).toEqual(['resolving', undefined, 'resolve'])
    expect(run([bare('opened')]).last).toEqual([{ do: 'resolve', from: 'known' }])
    expect(run(loading).last).toEqual([{ do: 'load', release: 'r1', isHedge: false }])
    expect(statusOf(...loading, of('loaded', 'r1'))).toEqual(['ready', 'r1', ''])
    expect(statusOf(...shown)).toEqual(['shown', 'r1', ''])
    expect(run(shown).state).toEqual({ ...idle, status: 'shown', release: 'r1', attempts: { r1: 1 } })
  })

  test('loads a release once more if a file did not arrive, then the next one', () => {
    const first = run([...loading, failed('r1', 'entry', true)])
    expect(first.last).toEqual([{ do: 'resolve', from: 'newest' }])
    const second = [...loading, failed('r1', 'entry', true), resolved(...releases)]
    expect(run(second).last).toEqual([{ do: 'load', release: 'r1', isHedge: false }])
    const third = run([...second, failed('r1', 'entry', true)])
    expect(third.last).toEqual([
      { do: 'postpone', release: 'r1' },
      { do: 'report', release: 'r1', phase: 'entry', reason },
      { do: 'resolve', from: 'whole' },
    ])
    expect(third.state.failed).toEqual(['r1'])
    expect(third.state.notImported).toEqual([])
  })

  test.each(['integrity', 'evaluate', 'door', 'render', 'entry', 'style', 'preload', 'stall', 'locale'] as const)(
    'postpones and reports for %s',
    phase => {
      const { last, state } = run([...loading, failed('r1', phase)])
      expect(last).toEqual([
        { do: 'postpone', release: 'r1' },
        { do: 'report', release: 'r1', phase, reason },
        { do: 'resolve', from: 'whole' },
      ])
      expect(state.notImported).toEqual(phase === 'integrity' || phase === 'evaluate' ? ['r1'] : [])
    },
  )

  test('has the error card if no release works, and reports nothing if none was tried', () => {
    const none = run([...loading, failed('r1', 'door'), resolved('r1')])
    expect([none.state.status, none.state.release, none.last]).toEqual([
      'unavailable',
      undefined,
      [{ do: 'reportCard', reason: 'no release of it works' }],
    ])
    expect(none.state.isQuiet).toBe(false)
    expect(run([bare('opened'), resolved()]).last).toEqual([])
  })

  test('hedges a quiet release, and uses the hedge as soon as the first one failed', () => {
    const quiet = [...loading, of('quiet', 'r1')]
    expect(run(quiet).last).toEqual([{ do: 'resolve', from: 'whole' }])
    expect(run([...quiet, of('quiet', 'r1')]).last).toEqual([])
    const hedged = [...quiet, resolved(...releases)]
    expect(run(hedged).last).toEqual([{ do: 'load', release: 'r2', isHedge: true }])
    expect(run([...hedged, resolved(...releases)]).last).toEqual([])
    const loaded = [...hedged, of('loaded', 'r2')]
    expect(run(loaded).state).toMatchObject({
      status: 'loading',
      release: 'r1',
      hedge: { release: 'r2', isLoaded: true },
    })
    expect(statusOf(...loaded, failed('r1', 'stall'), resolved(...releases))).toEqual(['ready', 'r2', ''])
    expect(statusOf(...hedged, failed('r1', 'stall'), resolved(...releases))).toEqual(['loading', 'r2', ''])
    expect(run([...hedged, failed('r1', 'stall'), resolved(...releases)]).state).toMatchObject({ isQuiet: true })
    expect(run([...hedged, failed('r1', 'stall'), resolved(...releases)]).state.hedge).toBeUndefined()
    expect(statusOf(...loaded, of('loaded', 'r1'))).toEqual(['ready', 'r1', ''])
    expect(run([...loaded, of('loaded', 'r1')]).state).toMatchObject({ isQuiet: false })
    expect(run([...loaded, of('loaded', 'r1')]).state.hedge).toBeUndefined()
    expect(run([...loading, resolved(...releases)]).last).toEqual([])
    expect(run([...quiet, resolved('r1')]).last).toEqual([])
  })

  test('goes on without a hedge that failed', () => {
    const hedged = [...loading, of('quiet', 'r1'), resolved(...releases), failed('r2', 'door')]
    const { state, last } = run(hedged)
    expect(last).toEqual([
      { do: 'postpone', release: 'r2' },
      { do: 'report', release: 'r2', phase: 'door', reason },
    ])
    expect(state).toMatchObject({ status: 'loading', release: 'r1', failed: ['r2'] })
    expect(state.hedge).toBeUndefined()
    expect(run([...hedged, failed('r1', 'stall'), resolved(...releases)]).last).toEqual([
      { do: 'load', release: 'r3', isHedge: false },
    ])
    const quietHedge = [...loading, of('quiet', 'r1'), resolved(...releases), of('quiet', 'r2')]
    expect(run(quietHedge).last).toEqual([])
    const unlucky = [...loading, of('quiet', 'r1'), resolved(...releases), failed('r1', 'entry', true), resolved('r1')]
    expect(run(unlucky).last).toEqual([{ do: 'load', release: 'r1', isHedge: false }])
    expect(run(unlucky).state.hedge).toEqual({ release: 'r2', isLoaded: false })
  })

  test('replaces a release that is not seen, and keeps one that is on screen', () => {
    expect(run([...loading, of('loaded', 'r1'), unseen('r1')]).last).toEqual([
      { do: 'postpone', release: 'r1' },
      { do: 'report', release: 'r1', phase: 'render', reason },
      { do: 'resolve', from: 'whole' },
    ])
    expect(run([...loading, of('loaded', 'r1'), unseen('r1')]).state.failed).toEqual(['r1'])
    expect(run([...shown, unseen('r1')]).last).toEqual([])
    expect(run([...shown, of('loaded', 'r1')]).state.status).toBe('shown')
  })

  test('replaces a release that breaks; later it is drawn again once', () => {
    const report = { do: 'report', release: 'r1', phase: 'render', reason }
    expect(run([...shown, broke('r1')]).last).toEqual([
      { do: 'postpone', release: 'r1' },
      report,
      { do: 'resolve', from: 'whole' },
    ])
    expect(run([...shown, broke('r1', probationMs)]).state.status).toBe('resolving')
    const later = [...shown, broke('r1', probationMs + 1)]
    expect(run(later).last).toEqual([report, { do: 'reportCard', release: 'r1', reason }])
    expect(statusOf(...later)).toEqual(['unavailable', 'r1', 'report,reportCard'])
    expect(statusOf(...later, bare('retry'))).toEqual(['ready', 'r1', ''])
    const again = [...later, bare('retry'), of('rendered', 'r1'), broke('r1', probationMs + 1)]
    expect(run(again).state).toMatchObject({ status: 'resolving', failed: ['r1'] })
    expect(run([...loading, of('loaded', 'r1'), broke('r1', Infinity)]).state.status).toBe('resolving')
  })

  test('leaves a revoked release, before and after it is on screen', () => {
    expect(run([...shown, bare('revoked')]).last).toEqual([{ do: 'resolve', from: 'known' }])
    expect(statusOf(...shown, bare('revoked'))).toEqual(['resolving', undefined, 'resolve'])
    expect(statusOf(...loading, of('loaded', 'r1'), bare('revoked'))[0]).toBe('resolving')
    const back = [...shown, bare('revoked'), resolved('r1'), of('loaded', 'r1'), bare('revoked'), resolved('r1', 'r2')]
    expect(run(back).last).toEqual([{ do: 'load', release: 'r2', isHedge: false }])
  })

  test('retries from the start, in a new page if only that imports the release', () => {
    const gone = [bare('opened'), resolved('r1'), failed('r1', 'evaluate'), resolved('r1')]
    const retried = run([...gone, bare('retry')])
    expect(retried.last).toEqual([{ do: 'abort' }, { do: 'forget' }, { do: 'resolve', from: 'newest' }])
    expect(retried.state).toEqual({ ...idle, status: 'resolving', notImported: ['r1'] })
    expect(run([...gone, bare('retry'), resolved('r1')]).last).toEqual([
      { do: 'reload' },
      { do: 'load', release: 'r1', isHedge: false },
    ])
    expect(run([...gone, bare('retry'), resolved('r2', 'r1')]).last).toEqual([
      { do: 'load', release: 'r2', isHedge: false },
    ])
  })

  test('a missing file of the shell blames no release, and needs a new page', () => {
    for (const before of [loading, [bare('opened')]]) {
      const { state, last } = run([...before, sharedFailed])
      expect(last).toEqual([{ do: 'abort' }, { do: 'reportShell', reason }])
      expect(state).toEqual({ ...idle, status: 'unavailable', needsReload: true })
      expect(run([bare('retry')], state).last.map(each => each.do)).toEqual(['reload', 'abort', 'forget', 'resolve'])
    }
    expect(run([...shown, sharedFailed]).state.status).toBe('shown')
  })

  test('is over when it is left, and hears nothing else', () => {
    for (const before of [loading, shown, [bare('opened')]])
      expect(run([...before, bare('left')])).toMatchObject({ state: idle, last: [{ do: 'abort' }] })
    expect(next(idle, bare('left'))).toEqual({ state: idle, effects: [] })
    for (const event of events)
      if (event.type !== 'opened') expect(next(idle, event)).toEqual({ state: idle, effects: [] })
    const states = [
      run(loading),
      run(shown),
      run([bare('opened')]),
      run([...loading, of('quiet', 'r1'), resolved(...releases)]),
    ]
    for (const { state } of states)
      for (const event of ofRelease('r3')) expect(next(state, event)).toEqual({ state, effects: [] })
    const { state: card } = run([bare('opened'), resolved()])
    for (const event of events)
      if (event.type !== 'retry' && event.type !== 'left')
        expect(next(card, event)).toEqual({ state: card, effects: [] })
    expect(next(run(shown).state, bare('opened'))).toEqual({ state: run(shown).state, effects: [] })
    expect(next(run(loading).state, of('rendered', 'r1')).effects).toEqual([])
    expect(next(run(loading).state, of('rendered', 'r1')).state.status).toBe('loading')
    expect(run([...shown, of('quiet', 'r1')]).state.status).toBe('shown')
  })
})
