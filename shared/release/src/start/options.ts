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
  readonly showTimings: boolean
  /** Epoch ms at which `npm start` began. */
  readonly beganAt: number
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
    showTimings: words.includes('--timings'),
    beganAt: Number(env.ADCOIN_START_BEGAN) || Date.now(),
  }
}
