import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ReleaseOperationRequest,
  ReleasePlanRequest,
  SignInRequest,
  type OperatorRole,
  type OperatorSession,
} from '@adcoin/contract/operations'
import proxyAddr from '@fastify/proxy-addr'
import { createPipeliningRefusal } from '../gateway/refuse-pipelining.ts'
import { createHealthReader, type ServiceAccess } from '../operations/read-health.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { Refused, createRefused } from '../refusal.ts'
import { isBucketAway } from '../store/objects/s3-bucket.ts'
import { readPageBody, commonHeaders, sendJson, sendPageRefusal } from './answers.ts'
import { sendFile } from './files.ts'
import { listOwnAddresses, checkRequest } from './check-request.ts'
import { applyShownPlan, planForPage } from './release-operations.ts'
import { createReleasesView } from './releases-view.ts'
import { parseFileLink, buildHealthQuery, createServiceCalls } from './service-calls.ts'
import {
  NoRoleError,
  createOrganisationSignIn,
  signInPaths,
  type OrganisationSettings,
  type OrganisationSignIn,
} from './organisation.ts'
import { createOperatorSignIn, type Operator, type OperatorSecrets, type OperatorSignIn } from './sign-in.ts'
import { watchStore } from './watch-store.ts'

export type OperationsPageOptions = {
  /** The store with its keys, opened again for each operation: keys may have been rotated since. */
  readonly open: () => Promise<ReleaseContext>
  /** The built page. */
  readonly folder: string
  /** Name of the operator without a sign-in: the owner of the process. */
  readonly owner: string
  /** Secrets of operators; without them and without `organisation` the page listens on loopback alone. */
  readonly secrets?: OperatorSecrets | undefined
  /** The organisation's own sign-in, in place of secrets. */
  readonly organisation?: OrganisationSettings | undefined
  /** Public address of the page, if it is not loopback. */
  readonly url?: string | undefined
  /** The service of the product, for people's work. */
  readonly service: () => Promise<ServiceAccess | undefined>
  /** Public address of the product. */
  readonly productUrl: string
  /** Networks of proxies whose `X-Forwarded-For` is trusted, as CIDR. */
  readonly trustedProxies?: readonly string[]
}

type PageRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly operator: Operator
  /** IP address of the operator's browser. */
  readonly address: string
  /** The store, with this name for the history. */
  context(): Promise<ReleaseContext>
}
type Answers = Readonly<Record<string, (call: PageRequest) => Promise<void>>>

/** The server of the operations page, not listening yet. No part of it is on the product's address. */
export function createOperationsPage(options: OperationsPageOptions): Server {
  const isOpen = options.secrets === undefined && options.organisation === undefined
  const isSecure = options.url?.startsWith('https://') ?? false
  const operators = createOperatorSignIn(isOpen ? options.owner : undefined, options.secrets, isSecure)
  const organisation = options.organisation && createOrganisationSignIn(options.organisation)
  const trusted = [...(options.trustedProxies ?? [])]
  const watch = watchStore(async () => (await options.open()).store)
  const answers: Answers = {
    ...releaseAnswers(options),
    ...peopleAnswers(options),
    'GET /api/live': async call => streamLive(call, watch),
  }
  const refusePipelined = createPipeliningRefusal()
  const server = createServer((request, response) => {
    if (refusePipelined(request, response)) return
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refused) return sendJson(response, 409, { refusals: error.refusals })
      console.error(`operations page: ${request.method} ${request.url?.split('?')[0]}: ${String(error)}`)
      if (response.headersSent) return void response.destroy()
      if (!isBucketAway(error)) return sendPageRefusal(response, 500, 'the operations page failed', 'Read its log.')
      const remedy = 'What is live is served meanwhile. Repeat it when the bucket answers.'
      return sendPageRefusal(response, 503, 'the bucket of releases does not answer', remedy)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // For probes, which come to the address of a pod; the answer names nothing.
    if (request.method === 'GET' && request.url === '/healthz') return sendJson(response, 200, { ok: true })
    const { port } = server.address() as AddressInfo
    const turned = checkRequest(request, listOwnAddresses(port, options.url))
    if (turned) return sendPageRefusal(response, turned.status, turned.message)
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (!path.startsWith('/api/')) {
      if (organisation && request.method === 'GET' && Object.values<string>(signInPaths).includes(path))
        return organisationAnswer(organisation, operators, path, request, response)
      if (request.method === 'GET') return sendFile(response, options.folder, path)
      return sendPageRefusal(response, 405, 'this address accepts GET only')
    }
    if (path.startsWith('/api/session')) return sessionAnswer(operators, options, path, request, response)
    const operator = operators.operatorOf(request)
    if (!operator) return sendPageRefusal(response, 401, 'the session is missing or has ended', 'Sign in again.')
    const kind = path.startsWith('/api/files/') ? '/api/files' : path
    const found = answers[`${request.method} ${kind}`]
    if (!found) return sendPageRefusal(response, 404, 'the operations page has no such address')
    const address = proxyAddr(request, trusted)
    return found({
      request,
      response,
      operator,
      address,
      context: async () => ({ ...(await options.open()), by: nameInHistory(operator) }),
    })
  }

  server.on('close', watch.close)
  return server
}

function releaseAnswers({ productUrl, service }: OperationsPageOptions): Answers {
  const viewOf = createReleasesView(productUrl, createHealthReader(service))
  return {
    'GET /api/releases': async ({ response, context }) => sendJson(response, 200, await viewOf(await context())),
    'POST /api/releases/plan': async ({ request, response, operator, context }) => {
      refuseWithoutRole(operator, 'release')
      const { operation } = await readPageBody(request, ReleasePlanRequest)
      sendJson(response, 200, await planForPage(await context(), operation))
    },
    'POST /api/releases/apply': async ({ request, response, operator, context }) => {
      refuseWithoutRole(operator, 'release')
      const { operation, why, from } = await readPageBody(request, ReleaseOperationRequest)
      sendJson(response, 200, await applyShownPlan(await context(), operation, why, from))
    },
  }
}

/** The history has one field for the operator, so the identity follows a name that can change. */
function nameInHistory({ name, identity }: Operator): string {
  return identity === undefined ? name : `${name} (${identity})`
}

/** @throws Refused */
function refuseWithoutRole({ name, roles }: Operator, role: OperatorRole): void {
  if (roles.includes(role)) return
  throw createRefused('role', name, `this operation needs the role ${role}`, 'Ask an operator with that role.')
}

/** Calls of the service: submissions, accounts, withdrawals, and browser reports. */
function peopleAnswers({ service }: OperationsPageOptions): Answers {
  const { commands, command, health, file } = createServiceCalls(service)
  return {
    'GET /api/people': async ({ response }) => commands(response),
    'POST /api/people': command,
    'GET /api/health': async ({ request, response, context }) =>
      health(response, buildHealthQuery(request.url ?? ''), await context()),
    'GET /api/files': async ({ request, response }) => {
      const link = parseFileLink(request.url ?? '')
      if (link === undefined) return sendPageRefusal(response, 404, 'the link names no file')
      return file(request, response, link)
    },
  }
}

function streamLive({ request, response }: PageRequest, watch: ReturnType<typeof watchStore>): void {
  watch.stream(request, response, commonHeaders)
}

/** Session: who is signed in, sign-in, and sign-out. */
async function sessionAnswer(
  operators: OperatorSignIn,
  { secrets, organisation }: OperationsPageOptions,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = (operator: Operator | undefined): OperatorSession => ({
    name: operator?.name ?? null,
    signIn: organisation ? 'organisation' : secrets ? 'secret' : 'none',
    roles: [...(operator?.roles ?? [])],
  })
  const endpoint = `${request.method} ${path}`
  if (endpoint === 'GET /api/session') return sendJson(response, 200, session(operators.operatorOf(request)))
  if (endpoint === 'POST /api/session/end')
    return sendJson(response, 200, session(undefined), { 'set-cookie': operators.end(request) })
  if (endpoint !== 'POST /api/session') return sendPageRefusal(response, 404, 'the operations page has no such address')
  const { name, secret: given } = await readPageBody(request, SignInRequest)
  const operator = operators.find(name, given)
  if (operator === undefined) {
    console.warn(`operations page: wrong name or secret for ${name} from ${request.socket.remoteAddress}`)
    return sendPageRefusal(
      response,
      401,
      'no operator has this name and secret',
      'Ask the person who runs the product.',
    )
  }
  return sendJson(response, 200, session(operator), { 'set-cookie': operators.begin(operator) })
}

/** Sends the browser to the organisation's provider and, when it returns, to the page: with a session or a reason. */
async function organisationAnswer(
  organisation: OrganisationSignIn,
  operators: OperatorSignIn,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const goTo = (location: string, cookies: readonly string[]) =>
    void response.writeHead(303, { ...commonHeaders, location, 'set-cookie': [...cookies] }).end()
  try {
    if (path !== signInPaths.done) {
      const { location, cookie } = await organisation.begin()
      return goTo(location, [cookie])
    }
    const operator = await organisation.finish(request)
    return goTo('/', [organisation.forget(), operators.begin(operator)])
  } catch (error) {
    console.warn(`operations page: a sign-in failed: ${String(error)}`)
    return goTo(`/?sign-in=${error instanceof NoRoleError ? 'no-role' : 'failed'}`, [organisation.forget()])
  }
}
