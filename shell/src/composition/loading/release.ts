import type { ApiCode, RegistryRelease } from '@adcoin/contract'
import type { RemoteModule } from '@adcoin/remote'
import type { FailurePhase } from '../reports.ts'

/** One release of one remote, wanted at a path in a language. */
export type LoadRequest = {
  app: string
  release: RegistryRelease
  pathname: string
  language: ApiCode
  signal: AbortSignal
  /** Called after a moment without data, long before that counts as a failure. */
  onQuiet?: () => void
  /** Longest time without data, in ms; default 5,000. */
  withinMs?: number
  /** The release works, but its texts did not arrive: English is shown until they do. */
  onLocaleFailure: (reason: string) => void
}

/** One version of one remote that has passed every check. */
export type MountedRemote = {
  readonly app: string
  /** `1.0.0-0a1b2c3d4e5f` */
  readonly release: string
  readonly version: string
  readonly module: RemoteModule
}

/**
 * Why one release could not be used. `reason` is for operators: short, English, without personal data. `mayRetry`: a
 * file did not arrive, so that asking once more may help.
 */
export class LoadFailure extends Error {
  readonly phase: FailurePhase
  readonly reason: string
  readonly mayRetry: boolean

  constructor(phase: FailurePhase, reason: string, mayRetry = false) {
    super(`${phase}: ${reason}`)
    this.name = 'LoadFailure'
    this.phase = phase
    this.reason = reason.slice(0, 300)
    this.mayRetry = mayRetry
  }
}

/**
 * A file of the shell with shared modules (`data`, `forms`) did not arrive: the fault of no remote. Only a reload asks
 * for it again.
 */
export class SharedFailure extends Error {}
