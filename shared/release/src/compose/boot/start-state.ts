/**
 * The shell that a page starts: the live one, the previous one, or none but a message. Pure: storage, clock and page
 * are arguments. `start-shell.ts` runs the effects.
 *
 * | status    | meaning                             | leaves on                                                 |
 * | --------- | ----------------------------------- | --------------------------------------------------------- |
 * | loading   | the first shell is on its way       | evaluated → running; missing, threw → loading next, failed |
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
 * Of the first shell in `shells`: `arrived` (its file), `evaluated`, `missing` (no file), `threw`, `drewNothing` (its
 * last error card), `silent` (arrived, then no file for 20 s), `late` (no file for a minute). Of the page: `left`
 * (hidden or closed). In a hidden page the system slows or ends tabs: `arrivedHidden` and `silentHidden` are no
 * evidence.
 */
export type StartEvent =
  | 'arrived'
  | 'arrivedHidden'
  | 'evaluated'
  | 'missing'
  | 'threw'
  | 'drewNothing'
  | 'silent'
  | 'silentHidden'
  | 'late'
  | 'drawn'
  | 'left'

/**
 * `mark` and `unmark` begin and end the note of this tab, `count` a failure and `report` it, all of the shell before
 * the event; `load` starts the first shell after it; `wait` continues watching.
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

/**
 * The first state of a page. A shell that failed in this tab, or whose start in any tab never ended, is tried last; one
 * with two failures within a day is avoided.
 *
 * @param shells  the live shell, then the previous one
 * @param failures  with those that `unfinished` names
 * @param failed  shells to try last
 */
export function firstStart(
  shells: readonly string[],
  failures: Failures,
  failed: readonly string[],
  now: number,
  mayReload: boolean,
): StartState {
  const avoided = shells.filter(shell => recent(failures, shell, now).length > 1)
  const rank = (shell: string) => Number(failed.includes(shell) || avoided.includes(shell))
  const order = [...shells].sort((a, b) => rank(a) - rank(b))
  return { status: 'loading', shells: order, avoided, mayReload }
}

/** Notes of tabs, each `FILE TIME`, renewed while its shell has arrived and drawn nothing. */
const silentMs = 5_000

/** @returns the shell of a note that its tab stopped renewing: evaluation never ended, or the tab was killed */
export function unfinishedIn(note: string, now: number): string | undefined {
  const [file, time] = note.split(' ')
  return file && Math.abs(now - Number(time)) >= silentMs ? file : undefined
}

/** @returns the next state, and what to do, in order */
export function nextStart(state: StartState, event: StartEvent): readonly [StartState, readonly StartEffect[]] {
  if (state.status !== 'loading' && state.status !== 'running') return [state, []]
  switch (event) {
    case 'arrived':
      return [state, ['mark']]
    case 'arrivedHidden':
      return [state, []]
    case 'evaluated':
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
