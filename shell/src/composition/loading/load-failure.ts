import type { FailurePhase } from '../reports.ts'

/** Why one release could not be used. `reason` is for operators: short, English, without personal data. */
export class LoadFailure extends Error {
  readonly phase: FailurePhase
  readonly reason: string

  constructor(phase: FailurePhase, reason: string) {
    super(`${phase}: ${reason}`)
    this.name = 'LoadFailure'
    this.phase = phase
    this.reason = reason.slice(0, 300)
  }
}
