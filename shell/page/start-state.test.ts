import { expect, it } from 'vitest'
import { nextStart, type StartEffect, type StartEvent, type StartState } from './start-state.ts'

const [live, previous] = ['/releases/shell/1.1.0-b/shell.js', '/releases/shell/1.0.0-a/shell.js']
const failures: readonly StartEvent[] = ['missing', 'threw', 'drewNothing', 'silent']
const events: readonly StartEvent[] = [...failures, 'late', 'drawn']
const first = (shells: readonly string[] = [live, previous]): StartState => ({ status: 'starting', shells })

it.each<[string, StartState, StartEvent, StartState, readonly StartEffect[]]>([
  ['the first render ends it', first(), 'drawn', { ...first(), status: 'drawn' }, []],
  ['a slow network is no evidence', first(), 'late', first(), ['message']],
  ...failures.flatMap((event): [string, StartState, StartEvent, StartState, readonly StartEffect[]][] => [
    [`${event}: the previous one`, first(), event, first([previous]), ['report', 'load']],
    [`${event} of the last`, first([previous]), event, { status: 'failed', shells: [] }, ['report', 'message']],
  ]),
])('%s', (_what, state, event, after, effects) => {
  expect(nextStart(state, event)).toEqual([after, effects])
})

type Step = { readonly before: StartState; readonly event: StartEvent; readonly effects: readonly StartEffect[] }

const did = (steps: readonly Step[], effect: StartEffect) => steps.filter(step => step.effects.includes(effect)).length
const rules: Readonly<Record<string, (steps: readonly Step[], after: StartState) => boolean>> = {
  'loads the previous one once': steps => did(steps, 'load') <= 1,
  'reports each shell once, for a failure of its own': steps =>
    did(steps, 'report') <= 2 && steps.every(step => !step.effects.includes('report') || failures.includes(step.event)),
  'has failed without a shell, and only then': (_, { status, shells }) =>
    (status === 'failed') === (shells.length === 0),
  'says that it failed': (steps, { status }) => status !== 'failed' || did(steps, 'message') > 0,
  'is over after its end': steps =>
    steps.every(({ before, effects }) => before.status === 'starting' || !effects.length),
}

/** Every sequence of events up to a depth. */
function* sequences(
  depth: number,
  state: StartState,
  steps: readonly Step[] = [],
): Generator<[readonly Step[], StartState]> {
  yield [steps, state]
  if (depth === 0) return
  for (const event of events) {
    const [next, effects] = nextStart(state, event)
    yield* sequences(depth - 1, next, [...steps, { before: state, event, effects }])
  }
}

it('keeps its rules in each of 111,974 sequences of up to six events', () => {
  const broken: unknown[] = []
  let count = 0
  for (const shells of [[live, previous], [live]])
    for (const [steps, after] of sequences(6, first(shells))) {
      count += 1
      for (const [rule, holds] of Object.entries(rules))
        if (!holds(steps, after)) broken.push([rule, steps.map(({ event }) => event)])
    }
  expect([count, broken.slice(0, 5)]).toEqual([111_974, []])
})
