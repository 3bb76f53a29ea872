import type { FailurePhase } from './fallback.ts'

/** Why one release could not be used. The message is for operators: short, English, without personal data. */
export class LoadFailure extends Error {
  readonly phase: FailurePhase

  /** @param cause  what was thrown: its stack names the source position */
  constructor(phase: FailurePhase, message: string, cause?: unknown) {
    super(message, { cause })
    this.phase = phase
  }
}

/** A file of the shell with shared modules did not arrive. Only a reload fetches it again. */
export class SharedFailure extends Error {}

/** Folder and name of a file, for messages. */
export function describeFile(url: string): string {
  return url.split('/').slice(-2).join('/')
}
