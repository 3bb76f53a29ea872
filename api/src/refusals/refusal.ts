import { errorCodes, type ErrorKey, type FieldErrorKey } from '@adcoin/contract'

export type RefusalDetails = {
  /** The wrong fields with their errors. */
  readonly fields?: Readonly<Record<string, FieldErrorKey>>
  /** Seconds. */
  readonly retryAfter?: number
  /** The sentence that operators read in place of the error's own, in English and without its full stop. */
  readonly forOperators?: string
  /**
   * Inside `transact`: keep what was written before the refusal (a consumed try) instead of rolling back.
   * Everything that must not stay is written after the last such check.
   */
  readonly keep?: boolean
}

/** An expected "no": answered with its code and a sentence in the caller's language, never logged as an error. */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly code: number
  readonly fields: Readonly<Record<string, FieldErrorKey>> | undefined
  readonly retryAfter: number | undefined
  readonly keep: boolean
  readonly forOperators: string | undefined

  constructor(key: ErrorKey, details: RefusalDetails = {}) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.code = errorCodes[key]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.keep = details.keep ?? false
    this.forOperators = details.forOperators
  }
}

/** A part of ours is away: answered with 503, which metrics and alerts count as our fault. */
export class PartAway extends Refusal {
  constructor() {
    super('unavailable')
  }
}

/** The refusal of one field of the input. */
export function refuseField(field: string, key: FieldErrorKey = 'invalid'): Refusal {
  return new Refusal('invalid_input', { fields: { [field]: key } })
}
