/** Something that a person can put right: one sentence, exit code 1, nothing damaged. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Prints a line of progress. */
export type WriteLine = (line: string) => void
