import { isRunning } from '../clock.ts'

/**
 * Circuit breaker of one provider. After five requests in a row without an answer (`NoAnswer`; a refusal is an answer)
 * none is sent for 15 s; then one is, and its answer closes the circuit.
 */
export function createCircuit(now: () => Date): Circuit {
  let failures = 0
  let openUntil = 0
  const requireClosed = (): void => {
    if (isRunning(new Date(openUntil), now(), openMs)) throw new ProviderPaused(new Date(openUntil))
  }
  return {
    requireClosed,
    async run(request) {
      requireClosed()
      // Until the probe has ended, others wait as long as it may take.
      if (failures >= failuresAllowed) openUntil = now().getTime() + openMs
      try {
        const result = await request()
        ;[failures, openUntil] = [0, 0]
        return result
      } catch (error) {
        if (error instanceof NoAnswer) {
          failures += 1
          if (failures >= failuresAllowed) openUntil = now().getTime() + openMs
        } else [failures, openUntil] = [0, 0]
        throw error
      }
    },
  }
} /** The outcome of a request is unknown: no answer, a cut one, an unreadable one. The message is for operators. */
export class NoAnswer extends Error {}

/** The request was not sent: the provider did not answer several times in a row. A job runs again at `retryAt`. */
export class ProviderPaused extends NoAnswer {
  readonly retryAt: Date
  constructor(retryAt: Date) {
    super(`it is not asked until ${retryAt.toISOString()}, because it did not answer`)
    this.retryAt = retryAt
  }
}

export type Circuit = {
  /** @throws ProviderPaused while the circuit is open */
  run<Result>(request: () => Promise<Result>): Promise<Result>
  /** @throws ProviderPaused */
  requireClosed(): void
}

const failuresAllowed = 5
const openMs = 15_000
