/**
 * Which shell a page starts: the live one, the previous one, or none but a message. Pure: storage, clock and page are
 * arguments. `start-shell.ts` runs the effects.
 *
 * | status    | meaning                             | leaves on                                                 |
 * | --------- | ----------------------------------- | --------------------------------------------------------- |
 * | loading   | the first shell is on its way       | arrived → running; missing, threw → loading next, failed  |
 * | running   | its code runs and has drawn nothing | drawn → drawn; threw, drewNothing, silent → reloading ... |
 * | reloading | a new page will start the next one  |                                                           |
 * | drawn     | the first render is on screen       |                                                           |
 * | failed    | no shell is left: the message       |                                                           |
 */
export type StartState = {
  readonly status: 'loading' | 'running' | 'reloading' | 'drawn' | 'failed'
  /** Entry files of the shells still to try; the first one is being started. */
  readonly shells: readonly string[]
  /** Shells with two failures within a day. */
  readonly avoided: readonly string[]
  /** A page asks for a new one only if that one will know the reason, and never twice in a row. */
  readonly mayReload: boolean
}

/**
 * Of the first shell in `shells`: `arrived` (evaluated), `missing` (no file), `threw`, `drewNothing` (its last error
 * card), `silent` (evaluated, and no file arrived for 20 s), `late` (no file for a minute). Of the page: `left` (hidden
 * or closed). In a hidden page the system slows or ends tabs: `arrivedHidden` and `silentHidden` are no evidence.
 */
export type StartEvent =
  | 'arrived'
  | 'arrivedHidden'
  | 'missing'
  | 'threw'
  | 'drewNothing'
  | 'silent'
  | 'silentHidden'
  | 'late'
  | 'drawn'
  | 'left'

/**
 * `mark` and `unmark` write the note of this tab, `count` a failure and `report` it, all of the shell before the event;
 * `load` starts the first shell after it; `wait` continues watching.
 */
export type StartEffect = 'mark' | 'unmark' | 'count' | 'report' | 'load' | 'reload' | 'message' | 'wait'

/** Times (ms since 1970) at which a shell failed, by its entry file. */
export type Failures = Readonly<Record<string, readonly number[]>>

const day = 86_400_000

/** The failures of the last day. A clock that jumps by more than a day forgets them. */
function recent(failures: Failures, shell: string, now: number): readonly number[] {
  const times = failures[shell]
  return Array.isArray(times) ? times.filter(time => Math.abs(now - time) < day) : []
}

/** The failures with one more of this shell: two per shell are kept, of nine shells. */
export function withFailure(failures: Failures, shell: string, now: number): Failures {
  const others = Object.entries(failures).filter(([other]) => other !== shell)
  return Object.fromEntries([...others.slice(-8), [shell, [...recent(failures, shell, now).slice(-1), now]]])
}

/** The note of this tab: its last start never ended, or failed, which is counted already. */
export type Note = '' | `started ${string}` | `failed ${string}`

/**
 * The first state of a page. A shell that this tab could not start is tried last; one with two failures within a day is
 * tried last in every tab.
 *
 * @param shells  the live shell, then the previous one
 * @returns the state, and the shell whose start in this tab never ended: that is a failure, to be counted
 */
export function firstStart(
  shells: readonly string[],
  failures: Failures,
  note: Note,
  now: number,
  mayReload: boolean,
): { state: StartState; unfinished: string | undefined } {
  const [what, last = ''] = note.split(' ')
  const unfinished = what === 'started' && shells.includes(last) ? last : undefined
  const counted = unfinished ? withFailure(failures, unfinished, now) : failures
  const avoided = shells.filter(shell => recent(counted, shell, now).length > 1)
  const rank = (shell: string) => Number(shell === last || avoided.includes(shell))
  const order = [...shells].sort((a, b) => rank(a) - rank(b))
  return { state: { status: 'loading', shells: order, avoided, mayReload }, unfinished }
}

/** @returns the next state, and what to do, in order */
export function nextStart(state: StartState, event: StartEvent): readonly [StartState, readonly StartEffect[]] {
  if (state.status !== 'loading' && state.status !== 'running') return [state, []]
  switch (event) {
    case 'arrived':
      return [{ ...state, status: 'running' }, ['mark']]
    case 'arrivedHidden':
      return [{ ...state, status: 'running' }, []]
    case 'drawn':
      return [{ ...state, status: 'drawn' }, ['unmark']]
    case 'left':
      return [state, ['unmark']]
    case 'silentHidden':
      return [state, ['wait']]
    // It may still arrive, and then draws over the message.
    case 'late':
      return [state, ['message']]
    // A file that cannot be had is no fault of the shell.
    case 'missing':
      return startNext(state, ['report'], false)
    case 'threw':
      return startNext(state, ['report', 'count'], state.status === 'running')
    case 'drewNothing':
    case 'silent':
      return startNext(state, ['report', 'count'], true)
  }
}

/** @param hasRun  code that has run can be taken back only by a new page */
function startNext(
  state: StartState,
  blame: readonly StartEffect[],
  hasRun: boolean,
): readonly [StartState, readonly StartEffect[]] {
  const shells = state.shells.slice(1)
  const [next] = shells
  if (next === undefined) return [{ ...state, status: 'failed', shells }, [...blame, 'unmark', 'message']]
  if (hasRun && state.mayReload && !state.avoided.includes(next))
    return [{ ...state, status: 'reloading' }, [...blame, 'reload']]
  return [{ ...state, status: 'loading', shells }, [...blame, 'unmark', 'load']]
}
