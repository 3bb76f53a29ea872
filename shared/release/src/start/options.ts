import { resolve } from 'node:path'
import { CannotStart } from './say.ts'
import { variable } from '../variables.ts'

export type StartOptions = {
  readonly port: number
  /** The interface to listen on; undefined for all. */
  readonly host: string | undefined
  readonly dataFolder: string
  readonly publicUrl: string
  /** Prefixes for the service beside `/app/` and `/files/`. */
  readonly servicePaths: readonly string[]
  /** Whether browsers keep a page for when they are offline. */
  readonly offlinePage: boolean
  /** Whether browsers may try releases that are not live, and dev servers. */
  readonly overrides: boolean
  /** Where the operations page listens; undefined where there shall be none. */
  readonly operations: OperationsOptions | undefined
  readonly showTimings: boolean
  /** Epoch ms at which `npm start` began. */
  readonly beganAt: number
}

type OperationsOptions = {
  readonly port: number
  readonly host: string
  /** What operators sign in with; without it the page is for who runs it, on this machine. */
  readonly secret: string | undefined
  /** Where browsers reach it, where that is not loopback. */
  readonly url: string | undefined
}

/** Reads the arguments and the environment of `npm start`. @throws CannotStart with what is wrong */
export function readStartOptions(words: readonly string[], env: NodeJS.ProcessEnv, root: string): StartOptions {
  const unknown = words.find(word => word !== '--timings')
  if (unknown !== undefined) throw new CannotStart(`npm start knows "--timings" only, not "${unknown}".`)
  const port = variable('PORT', env) ?? ''
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535 || Number(port) === 0)
    throw new CannotStart(`PORT must be a number from 1 to 65535, not "${port}".`)
  const publicUrl = (variable('PUBLIC_URL', env) ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    throw new CannotStart(`PUBLIC_URL must be an http or https address, not "${publicUrl}".`)
  const isDevelopment = variable('NODE_ENV', env) !== 'production'
  return {
    port: Number(port),
    host: variable('HOST', env),
    dataFolder: resolve(root, variable('DATA_DIR', env) ?? ''),
    publicUrl,
    // The interface description exists in development only.
    servicePaths: isDevelopment ? ['/docs/'] : [],
    offlinePage: variable('OFFLINE_PAGE', env) !== 'off',
    // This machine is for looking and trying; a deployment says so itself.
    overrides: isDevelopment && variable('OVERRIDES', env) !== 'off',
    operations: readOperationsOptions(env),
    showTimings: words.includes('--timings'),
    beganAt: Number(variable('ADCOIN_START_BEGAN', env)) || Date.now(),
  }
}

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|::1)$/
/** Shorter ones are guessed. */
const secretLeast = 16

/**
 * `OPERATIONS_PORT` (8081; `off` for none), `OPERATIONS_HOST` (loopback), `OPERATIONS_SECRET`, `OPERATIONS_URL`.
 *
 * @throws CannotStart where others could reach the page without a secret
 */
function readOperationsOptions(env: NodeJS.ProcessEnv): OperationsOptions | undefined {
  const port = variable('OPERATIONS_PORT', env) ?? ''
  if (port === 'off') return undefined
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CannotStart(`OPERATIONS_PORT must be a number up to 65535, or off, not "${port}".`)
  const host = variable('OPERATIONS_HOST', env) ?? ''
  const secret = variable('OPERATIONS_SECRET', env)
  if (secret !== undefined && secret.length < secretLeast)
    throw new CannotStart(`OPERATIONS_SECRET must have ${secretLeast} characters or more: openssl rand -base64 24`)
  if (secret === undefined && !loopback.test(host))
    throw new CannotStart(
      `OPERATIONS_HOST=${host} would let others reach the operations page: set OPERATIONS_SECRET too, or leave it out.`,
    )
  const url = variable('OPERATIONS_URL', env)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CannotStart(`OPERATIONS_URL must be an http or https address, not "${url}".`)
  return { port: Number(port), host, secret, url }
}
