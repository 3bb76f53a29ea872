import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/limits.ts'
import type { Messages } from './messages/messages.ts'
import type { Oidc } from './oauth/oidc.ts'
import type { Operators } from './ops/operators.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Providers } from './providers/providers.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What every module gets: the only way to the database, the clock, secrets and machinery. */
export type Services = {
  readonly config: Config
  readonly database: Database
  readonly secrets: Secrets
  /** The clock; tests set it. */
  readonly now: () => Date
  readonly limits: Limits
  readonly jobs: Jobs
  readonly messages: Messages
  readonly passwords: Passwords
  readonly operators: Operators
  readonly oidc: Oidc
  readonly providers: Providers
  readonly log: FastifyBaseLogger
}
