import { resolve } from 'node:path'
import { CannotStart } from './say.ts'

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
  const port = env.PORT?.trim() || '8080'
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535 || Number(port) === 0)
    throw new CannotStart(`PORT must be a number from 1 to 65535, not "${port}".`)
  const publicUrl = (env.PUBLIC_URL?.trim() || `http://localhost:${port}`).replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    throw new CannotStart(`PUBLIC_URL must be an http or https address, not "${publicUrl}".`)
  const isDevelopment = env.NODE_ENV !== 'production'
  return {
    port: Number(port),
    host: env.HOST?.trim() || undefined,
    dataFolder: resolve(root, env.DATA_DIR?.trim() || '.data'),
    publicUrl,
    // The interface description exists in development only.
    servicePaths: isDevelopment ? ['/docs/'] : [],
    offlinePage: env.OFFLINE_PAGE?.trim() !== 'off',
    // This machine is for looking and trying; a deployment says so itself.
    overrides: isDevelopment && env.OVERRIDES?.trim() !== 'off',
    operations: readOperationsOptions(env),
    showTimings: words.includes('--timings'),
    beganAt: Number(env.ADCOIN_START_BEGAN) || Date.now(),
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
  const port = env.OPERATIONS_PORT?.trim() || '8081'
  if (port === 'off') return undefined
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CannotStart(`OPERATIONS_PORT must be a number up to 65535, or off, not "${port}".`)
  const host = env.OPERATIONS_HOST?.trim() || '127.0.0.1'
  const secret = env.OPERATIONS_SECRET?.trim() || undefined
  if (secret !== undefined && secret.length < secretLeast)
    throw new CannotStart(`OPERATIONS_SECRET must have ${secretLeast} characters or more: openssl rand -base64 24`)
  if (secret === undefined && !loopback.test(host))
    throw new CannotStart(
      `OPERATIONS_HOST=${host} would let others reach the operations page: set OPERATIONS_SECRET too, or leave it out.`,
    )
  const url = env.OPERATIONS_URL?.trim() || undefined
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CannotStart(`OPERATIONS_URL must be an http or https address, not "${url}".`)
  return { port: Number(port), host, secret, url }
}
