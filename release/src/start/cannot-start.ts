/** A problem that a person can solve: one sentence, exit code 1, no damage. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Prints a line of progress. */
export type WriteLine = (line: string) => void
