import { resolve } from 'node:path'
import { operatorRoles } from '@adcoin/contract/operations'
import proxyAddr from '@fastify/proxy-addr'
import { CannotStart } from './cannot-start.ts'
import { foldName, hashSecret, type Operator, type OperatorSecrets } from '../operations-server/sign-in.ts'
import type { OperationsPageOptions } from '../operations-server/operations-page.ts'
import { signInPaths, type OrganisationSettings } from '../operations-server/organisation.ts'
import { readVariable } from '../variables.ts'

export type StartOptions = {
  readonly port: number
  /** The interface to listen on. */
  readonly host: string
  readonly dataFolder: string
  readonly publicUrl: string
  /** Prefixes for the service beside `/app/` and `/files/`. */
  readonly servicePaths: readonly string[]
  /** Whether browsers keep the offline page. */
  readonly offlinePage: boolean
  /** Whether browsers may use releases that are not live. */
  readonly overrides: boolean
  /** Address of the operations page; undefined for none. */
  readonly operations: OperationsOptions | undefined
}

type OperationsOptions = Pick<OperationsPageOptions, 'secrets' | 'organisation' | 'url' | 'trustedProxies'> & {
  readonly port: number
  readonly host: string
}

/** Reads the arguments and the environment of `npm start`. @throws CannotStart with what is wrong */
export function readStartOptions(words: readonly string[], env: NodeJS.ProcessEnv, root: string): StartOptions {
  if (words[0] !== undefined) throw new CannotStart(`npm start takes no arguments, not "${words[0]}".`)
  const port = readVariable('PORT', env) ?? ''
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535 || Number(port) === 0)
    throw new CannotStart(`PORT must be a number from 1 to 65535, not "${port}".`)
  const publicUrl = (readVariable('PUBLIC_URL', env) ?? `http://localhost:${port}`).replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    throw new CannotStart(`PUBLIC_URL must be an http or https address, not "${publicUrl}".`)
  const isDevelopment = readVariable('NODE_ENV', env) !== 'production'
  return {
    port: Number(port),
    // Demonstration data and codes are not for the network that this machine happens to be in.
    host: readVariable('HOST', env) ?? '127.0.0.1',
    dataFolder: resolve(root, readVariable('DATA_DIR', env) ?? ''),
    publicUrl,
    // The interface description exists in development only.
    servicePaths: isDevelopment ? ['/docs/'] : [],
    offlinePage: readVariable('OFFLINE_PAGE', env) !== 'off',
    // A local start is for trying; a deployment sets it explicitly.
    overrides: isDevelopment && readVariable('OVERRIDES', env) !== 'off',
    operations: readOperationsOptions(env),
  }
}

const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|::1)$/
/** Shorter ones are guessed. */
const secretLeast = 16

/**
 * `OPERATIONS_PORT` (8081; `off` for none), `OPERATIONS_HOST` (loopback), `OPERATIONS_SECRETS` or
 * `OPERATIONS_OIDC_…`, `OPERATIONS_URL`, `TRUSTED_PROXIES`.
 *
 * @throws CannotStart if others could reach the page without a secret
 */
function readOperationsOptions(env: NodeJS.ProcessEnv): OperationsOptions | undefined {
  const port = readVariable('OPERATIONS_PORT', env) ?? ''
  if (port === 'off') return undefined
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CannotStart(`OPERATIONS_PORT must be a number up to 65535, or off, not "${port}".`)
  const host = readVariable('OPERATIONS_HOST', env) ?? ''
  const secrets = readOperatorSecrets(env)
  const url = readVariable('OPERATIONS_URL', env)?.replace(/\/+$/, '')
  const organisation = readOrganisation(env, url)
  if (secrets !== undefined && organisation !== undefined)
    throw new CannotStart('Set OPERATIONS_SECRETS or OPERATIONS_OIDC_…: with both, one person could approve as two.')
  if (secrets === undefined && organisation === undefined && !loopback.test(host))
    throw new CannotStart(
      `OPERATIONS_HOST=${host} makes the operations page public: set OPERATIONS_SECRETS or ` +
        'OPERATIONS_OIDC_… too, or leave it out.',
    )
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CannotStart(`OPERATIONS_URL must be an http or https address, not "${url}".`)
  return { port: Number(port), host, secrets, organisation, url, trustedProxies: readTrustedProxies(env) }
}

/** `TRUSTED_PROXIES`: addresses, networks, `loopback`, `linklocal` and `uniquelocal`. @throws for anything else */
export function readTrustedProxies(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const parts = (readVariable('TRUSTED_PROXIES', env) ?? '').split(',').map(part => part.trim())
  const proxies = parts.filter(part => part !== '')
  try {
    proxyAddr.compile(proxies)
    return proxies
  } catch (error) {
    throw new CannotStart(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : error}`)
  }
}

/** `OPERATIONS_OIDC_ISSUER`, `…_CLIENT`, `…_SECRET`, `…_ROLES`. @throws CannotStart if one of them is missing */
function readOrganisation(env: NodeJS.ProcessEnv, url: string | undefined): OrganisationSettings | undefined {
  const issuer = readVariable('OPERATIONS_OIDC_ISSUER', env)
  if (issuer === undefined) return undefined
  const { protocol, hostname } = URL.parse(issuer) ?? { protocol: '', hostname: '' }
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.test(hostname)))
    throw new CannotStart(`OPERATIONS_OIDC_ISSUER must be an https address, not "${issuer}".`)
  const [client, secret] = [
    readVariable('OPERATIONS_OIDC_CLIENT_ID', env),
    readVariable('OPERATIONS_OIDC_CLIENT_SECRET', env),
  ]
  if (client === undefined || secret === undefined || url === undefined)
    throw new CannotStart(
      'OPERATIONS_OIDC_ISSUER needs OPERATIONS_OIDC_CLIENT_ID, OPERATIONS_OIDC_CLIENT_SECRET and OPERATIONS_URL, ' +
        `the address of the page; register ${url ?? 'OPERATIONS_URL'}${signInPaths.done} with your provider.`,
    )
  return { issuer, client, secret, roleClaim: readVariable('OPERATIONS_OIDC_ROLES', env) ?? '', url }
}

/** `OPERATIONS_SECRETS`, one secret for each operator; else `OPERATIONS_SECRET`, which proves no name. */
function readOperatorSecrets(env: NodeJS.ProcessEnv): OperatorSecrets | undefined {
  const shared = readVariable('OPERATIONS_SECRET', env)
  if (shared !== undefined && shared.length < secretLeast)
    throw new CannotStart(`OPERATIONS_SECRET must have ${secretLeast} characters or more: openssl rand -base64 24`)
  const secrets = new Map<string, Operator & { hash: string }>()
  for (const pair of (readVariable('OPERATIONS_SECRETS', env) ?? '').split(',').filter(Boolean)) {
    const [, name = '', given, hash = ''] =
      /^\s*([^=:]+?)\s*(?::\s*([a-z+]*)\s*)?=\s*([0-9a-f]{64})\s*$/i.exec(pair) ?? []
    const roles = given === undefined ? operatorRoles : operatorRoles.filter(role => given.split('+').includes(role))
    const isKnown = given === undefined || roles.length === given.split('+').filter(Boolean).length
    if (name === '' || !isKnown || secrets.has(foldName(name)))
      throw new CannotStart(
        'OPERATIONS_SECRETS must be names, each once, with their roles and the SHA-256 of their secrets ' +
          `(Ana:review+pay=64 hex digits,…; roles: ${operatorRoles.join(', ')}), not "${pair}".`,
      )
    secrets.set(foldName(name), { name, roles, hash: hash.toLowerCase() })
  }
  if (secrets.size > 0) return secrets
  return shared === undefined
    ? undefined
    : new Map([['', { name: '', roles: operatorRoles, hash: hashSecret(shared) }]])
}
