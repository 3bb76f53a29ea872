import type { failurePhases } from '@adcoin/contract'

export type FailurePhase = (typeof failurePhases)[number]

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

/** No release of this app works here and now. */
export class RemoteUnavailable extends Error {
  readonly app: string

  constructor(app: string) {
    super(`no release of ${app} works`)
    this.name = 'RemoteUnavailable'
    this.app = app
  }
}

/** Whatever was thrown (`throw null`, frozen errors, getters that throw) as one line; never throws itself. */
export function reasonOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`.slice(0, 300)
    return String(thrown).slice(0, 300)
  } catch {
    return 'something that cannot be read was thrown'
  }
}
