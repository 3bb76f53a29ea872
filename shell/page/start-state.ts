/**
 * The shell that a page starts: the live one, then the previous one, then none but a message. Pure: `start-shell.ts`
 * sends the events and runs the effects.
 *
 * | status   | meaning                        | leaves on                                                        |
 * | -------- | ------------------------------ | ---------------------------------------------------------------- |
 * | starting | a shell is on its way, or runs | drawn → drawn; missing, threw, drewNothing, silent → the next one |
 * | drawn    | the first render is on screen  |                                                                  |
 * | failed   | no shell is left: the message  |                                                                  |
 */
export type StartState = {
  readonly status: 'starting' | 'drawn' | 'failed'
  /** Entry files of the shells still to try; the first one is being started. */
  readonly shells: readonly string[]
}

/**
 * Of the first shell in `shells`: `missing` (no file, or other bytes), `threw`, `drewNothing` (its last error card),
 * `silent` (arrived, then nothing for 5 s), `late` (no file for a minute), `drawn`.
 */
export type StartEvent = 'missing' | 'threw' | 'drewNothing' | 'silent' | 'late' | 'drawn'

/** `report` the shell before the event; `load` the first one after it. */
export type StartEffect = 'report' | 'load' | 'message'

/** @returns the next state, and what to do, in order */
export function nextStart(state: StartState, event: StartEvent): readonly [StartState, readonly StartEffect[]] {
  if (state.status !== 'starting') return [state, []]
  if (event === 'drawn') return [{ ...state, status: 'drawn' }, []]
  // It may still arrive, and then draws over the message.
  if (event === 'late') return [state, ['message']]
  const shells = state.shells.slice(1)
  return shells.length > 0
    ? [{ status: 'starting', shells }, ['report', 'load']]
    : [{ status: 'failed', shells }, ['report', 'message']]
}
