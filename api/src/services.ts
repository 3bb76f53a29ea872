import type { FastifyInstance } from 'fastify'
import type { FileStore } from './storage/file-store.ts'
import type { HttpDependencies } from './http/http-dependencies.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/limits.ts'
import type { Messages } from './messages/messages.ts'
import type { Operators } from './operators/operators.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Oidc } from './providers/oidc.ts'
import type { Providers } from './providers/provider.ts'

/** Dependencies of every module: the only way to the database, the clock, secrets and machinery. */
export type Services = HttpDependencies & {
  /** The bytes of uploads. */
  readonly files: FileStore
  readonly limits: Limits
  readonly jobs: Jobs
  readonly messages: Messages
  readonly passwords: Passwords
  readonly operators: Operators
  readonly oidc: Oidc
  readonly providers: Providers
}

/** A module of the service: its calls, jobs and operator commands. */
export type Register = (app: FastifyInstance, services: Services) => void | Promise<void>
