import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { SharedCache } from '../database/shared-cache.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The signed-in person. */
export type SignedInPerson = {
  readonly id: bigint
  /** Eight digits; the only id of a person that leaves the service. */
  readonly publicId: string
  readonly sessionId: bigint
  readonly loginType: 'mobile' | 'email'
  readonly countryCode: string
  /** The time zone that starts this person's days; known to this Node. */
  readonly timeZone: string
}

/** The client of a call. */
export type Client = { readonly ip: string; readonly userAgent: string }

/** At most `max` in a window of `seconds`. */
export type Limit = { readonly max: number; readonly seconds: number }

/** A limit of a call. `refusedIsFree`: what was refused is given back, because a slip is no use of what is limited. */
export type CallLimit = Limit & { readonly refusedIsFree?: true }

/**
 * What serving HTTP needs of the service. Owners of tokens and counts of limits are decided in the layer
 * above it.
 */
export type HttpDependencies = {
  readonly config: Config
  readonly database: Database
  /** Shared data in memory. */
  readonly sharedCache: SharedCache
  readonly secrets: Secrets
  /** The clock; tests set it. */
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Takes one of a limit, or throws 429 with the seconds to wait; gives one back. */
  readonly limits: {
    take(name: string, subject: string, limit: Limit): Promise<void>
    giveBack(name: string, subject: string): Promise<void>
  }
  /** The person of a token, or null. */
  readonly findPerson: (token: string | undefined) => Promise<SignedInPerson | null>
}
