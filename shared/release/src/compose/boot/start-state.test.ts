import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstStart, nextStart, unfinishedIn, withFailure } from './start-state.ts'
import type { Failures, StartEffect, StartEvent, StartState } from './start-state.ts'

const [live, spare] = ['/releases/shell/1.1.0-b/shell.js', '/releases/shell/1.0.0-a/shell.js']
const events: readonly StartEvent[] = [
  'arrived',
  'arrivedHidden',
  'evaluated',
  'missing',
  'threw',
  'drewNothing',
  'silent',
  'silentHidden',
  'late',
  'drawn',
  'left',
]
const now = Date.parse('2026-06-01')
const [minute, day] = [60_000, 86_400_000]
const first = (failures: Failures = {}, failed: readonly string[] = [], mayReload = true) =>
  firstStart([live, spare], failures, failed, now, mayReload)
const loading = first()

describe('the first state', () => {
  it.each<[string, Failures, readonly string[], readonly string[]]>([
    ['nothing is known', {}, [], [live, spare]],
    ['the live shell failed once', { [live]: [now - minute] }, [], [live, spare]],
    ['it failed twice', { [live]: [now - minute, now - 2 * minute] }, [], [spare, live]],
    ['it failed twice by a clock that is ahead', { [live]: [now + minute, now + 2 * minute] }, [], [spare, live]],
    ['one of two is a day old', { [live]: [now - day, now - minute] }, [], [live, spare]],
    ['the clock jumped a day back', { [live]: [now + day, now + day] }, [], [live, spare]],
    ['both failed twice', { [live]: [now, now], [spare]: [now, now] }, [], [live, spare]],
    ['this tab could not start it', {}, ['', live], [spare, live]],
    ['another release failed', {}, ['/releases/shell/0.9.0-c/shell.js'], [live, spare]],
    ['the storage was written by another program', { [live]: 'soon' as never }, ['x'], [live, spare]],
    ['its times are no numbers', { [live]: [{}, null, 'x'] as never }, [], [live, spare]],
  ])('where %s', (_where, failures, failed, order) => {
    expect(first(failures, failed)).toMatchObject({ shells: order, status: 'loading', mayReload: true })
  })

  it('avoids a shell with two failures, and not one that failed once', () => {
    expect(first({ [live]: [now, now] }, [live], false)).toMatchObject({ avoided: [live], mayReload: false })
    expect(first({ [live]: [now] }, [live]).avoided).toEqual([])
  })

  it.each<[string, string | undefined]>([
    [`${live} ${now - 5_000}`, live],
    [`${live} ${now + day}`, live],
    [`${live} ${now - 4_999}`, undefined],
    [`${live} ${now + 4_999}`, undefined],
    [`${live}`, undefined],
    [` 1`, undefined],
    ['', undefined],
  ])('finds in the note "%s" the unfinished %s', (note, shell) => {
    expect(unfinishedIn(note, now)).toBe(shell)
  })
})

describe('failures', () => {
  it('are counted for a day, two per shell, of nine shells', () => {
    expect(withFailure({}, live, now)).toEqual({ [live]: [now] })
    expect(withFailure({ [live]: [now - day - 1, now - minute] }, live, now)).toEqual({ [live]: [now - minute, now] })
    expect(withFailure({ [live]: [1, now - 2, now - 1] }, live, now)).toEqual({ [live]: [now - 1, now] })
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`s${at}`, [now]]))
    const after = withFailure(many, live, now)
    expect(Object.keys(after)).toEqual(['s4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', live])
    expect(Object.keys(withFailure(after, 's4', now)).at(-1)).toBe('s4')
  })
})

describe('the transitions', () => {
  const running = { ...loading, status: 'running' } as const
  const isLast = { ...running, shells: [spare] } as const
  it.each<[string, StartState, StartEvent, Partial<StartState>, readonly StartEffect[]]>([
    ['a shell that arrived is marked', loading, 'arrived', { status: 'loading' }, ['mark']],
    ['a hidden tab marks nothing', loading, 'arrivedHidden', { status: 'loading' }, []],
    ['evaluated code runs', loading, 'evaluated', { status: 'running' }, []],
    ['a drawn one is over', running, 'drawn', { status: 'drawn' }, ['unmark']],
    ['a page that is left blames none', running, 'left', { status: 'running' }, ['unmark']],
    ['silence of a hidden page is no evidence', running, 'silentHidden', { status: 'running' }, ['wait']],
    ['a slow network is no evidence', loading, 'late', { status: 'loading' }, ['message']],
    [
      'a missing file is not counted',
      loading,
      'missing',
      { shells: [spare], status: 'loading' },
      ['report', 'unmark', 'load'],
    ],
    [
      'a first line that throws',
      loading,
      'threw',
      { shells: [spare], status: 'loading' },
      ['report', 'count', 'unmark', 'load'],
    ],
    ['code that ran and throws', running, 'threw', { status: 'reloading' }, ['report', 'count', 'reload']],
    ['its last error card', loading, 'drewNothing', { status: 'reloading' }, ['report', 'count', 'reload']],
    ['silence after it arrived', loading, 'silent', { status: 'reloading' }, ['report', 'count', 'reload']],
    [
      'no reload after a reload',
      { ...running, mayReload: false },
      'silent',
      { shells: [spare], status: 'loading' },
      ['report', 'count', 'unmark', 'load'],
    ],
    [
      'no reload for one to avoid',
      { ...running, avoided: [spare] },
      'threw',
      { shells: [spare], status: 'loading' },
      ['report', 'count', 'unmark', 'load'],
    ],
    ['the last shell', isLast, 'threw', { shells: [], status: 'failed' }, ['report', 'count', 'unmark', 'message']],
    ['the last file', isLast, 'missing', { shells: [], status: 'failed' }, ['report', 'unmark', 'message']],
  ])('%s', (_what, state, event, after, effects) => {
    const [next, run] = nextStart(state, event)
    expect(next).toMatchObject(after)
    expect(run).toEqual(effects)
  })
})

/** Every sequence of events up to a depth; `see` gets the states and effects on the way. */
function exhaust(
  depth: number,
  state: StartState,
  see: (states: readonly Step[]) => void,
  steps: readonly Step[] = [],
) {
  see(steps)
  if (depth === 0) return
  for (const event of events) {
    const [next, effects] = nextStart(state, event)
    exhaust(depth - 1, next, see, [...steps, { before: state, event, after: next, effects }])
  }
}
type Step = {
  readonly before: StartState
  readonly event: StartEvent
  readonly after: StartState
  readonly effects: readonly StartEffect[]
}
const did = (steps: readonly Step[], effect: StartEffect) => steps.filter(step => step.effects.includes(effect)).length

// Only a failure of its own counts: never the network, a hidden page or the end of a tab.
const own: readonly StartEvent[] = ['threw', 'drewNothing', 'silent']
const rules: Readonly<Record<string, (steps: readonly Step[], last: Step, mayReload: boolean) => boolean>> = {
  'counts its own failures alone': (_, { effects, event }) => !effects.includes('count') || own.includes(event),
  'counts each shell once': steps => did(steps, 'count') <= 2,
  'loads each shell once': steps => did(steps, 'load') <= 1,
  'reloads at most once': (steps, _, mayReload) => did(steps, 'reload') <= Number(mayReload),
  'fails only without a shell': (_, { after }) => (after.status === 'failed') === (after.shells.length === 0),
  'says that it failed': (_, { before, after, effects }) =>
    after.status !== 'failed' || before.status === 'failed' || effects.includes('message'),
  'is over after the end': (_, { before, effects }) =>
    !['drawn', 'failed', 'reloading'].includes(before.status) || effects.length === 0,
}

it('keeps its rules in each of 708,620 sequences of up to five events', () => {
  const broken: unknown[] = []
  let sequences = 0
  for (const mayReload of [true, false])
    for (const failures of [{}, { [spare]: [now, now] }])
      exhaust(5, first(failures, [], mayReload), steps => {
        const last = steps.at(-1)
        if (!last) return
        sequences += 1
        for (const [rule, holds] of Object.entries(rules))
          if (!holds(steps, last, mayReload)) broken.push([rule, steps.map(step => step.event)])
      })
  expect([sequences, broken.slice(0, 5)]).toEqual([708_620, []])
})

it('counts nothing in any sequence of ends, hidden pages and slow networks', () => {
  const harmless = fc.constantFrom<StartEvent>(
    ...(['arrived', 'arrivedHidden', 'evaluated', 'missing', 'silentHidden', 'late', 'left', 'drawn'] as const),
  )
  fc.assert(
    fc.property(fc.array(harmless, { maxLength: 30 }), happened => {
      happened.reduce((state, event) => {
        const [next, effects] = nextStart(state, event)
        expect(effects).not.toContain('count')
        return next
      }, loading)
    }),
  )
})

it('avoids a shell from its second failure within a day, and tries it again afterwards', () => {
  const ago = fc.integer({ min: 0, max: 3 * day })
  fc.assert(
    fc.property(fc.array(ago, { maxLength: 6 }), times => {
      const sorted = [...times].sort((a, b) => b - a)
      const failures = sorted.reduce<Failures>((known, time) => withFailure(known, live, now - time), {})
      const isAvoided = sorted.filter(time => time < day).length > 1
      expect(first(failures).avoided).toEqual(isAvoided ? [live] : [])
      expect(first(failures).shells).toEqual(isAvoided ? [spare, live] : [live, spare])
    }),
  )
})
