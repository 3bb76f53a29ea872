import type { IncomingMessage, ServerResponse } from 'node:http'
import { HealthResponse } from '@adcoin/contract'
import { OperatorCommandResponse, OperatorCommands, PageCommandRequest } from '@adcoin/contract/operations'
import * as v from 'valibot'
import type { Operator } from './sign-in.ts'
import type { ServiceAccess } from '../operations/read-health.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { createRefused } from '../refusal.ts'
import { resolveReasonSources } from '../releases/source-maps.ts'
import { readPageBody, sendJson } from './answers.ts'
import { sendPart } from './files.ts'

const patienceMs = 30_000

type CommandCall = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly operator: Operator
  readonly address: string
}

/** The page's calls to the service. @throws Refused if it does not answer, or rejects */
export function createServiceCalls(findService: () => Promise<ServiceAccess | undefined>) {
  async function requestData(path: string, body?: unknown): Promise<unknown> {
    const response = await callService(path, body)
    if (response.status === 401) throw createUnanswered('it does not know the secret of this page', 'Restart both.')
    if (!response.ok) throw createUnanswered(`it answered ${response.status}`, 'Check that both have the same version.')
    return response.json()
  }

  async function callService(path: string, body?: unknown): Promise<Response> {
    const known = await findService()
    if (!known) throw createUnanswered('it is not running', 'The page retries.')
    const headers = { authorization: `Bearer ${known.secret}`, 'content-type': 'application/json' }
    return fetch(known.url + path, {
      headers,
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw createUnanswered('it does not answer', 'The page retries; npm start restarts the service if it dies.')
    })
  }

  return {
    /** The commands of the page. */
    commands: async (response: ServerResponse) =>
      sendJson(response, 200, v.parse(OperatorCommands, await requestData('/operators/commands'))),

    /** Runs a command of `npm run ops` in the operator's name, and returns its answer. */
    async command({ request, response, operator: { name, roles, identity }, address }: CommandCall): Promise<void> {
      const command = await readPageBody(request, PageCommandRequest)
      const body = { ...command, by: name, identity, roles, address }
      const answer = v.parse(OperatorCommandResponse, await requestData('/operators/command', body))
      if (answer.exit === 0) return sendJson(response, 200, { data: answer.data ?? null })
      throw createRefused('service', command.command, (answer.message ?? 'it was refused').replace(/\.$/, ''), '')
    },

    /** Browsers' reports of releases, counted, with lines of the sources. */
    async health(response: ServerResponse, query: string, { store }: ReleaseContext): Promise<void> {
      const answer = v.parse(HealthResponse, await requestData(`/operators/health${query}`))
      sendJson(response, 200, { ...answer, buckets: await resolveReasonSources(store, answer.buckets) })
    },

    /**
     * A picture or film of a submission, by the link that the service signed for a day; a part of it for a range
     * request: Safari plays no film otherwise, and no browser can seek in it.
     */
    async file(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      const found = await callService(path)
      const type = found.headers.get('content-type') ?? ''
      const isShown = found.ok && /^(image\/(png|jpeg|webp|avif|gif)|video\/mp4)$/.test(type)
      if (!isShown) throw createRefused('file', 'proof', 'its file is missing', 'Ask the person for a new one.')
      const bytes = Buffer.from(await found.arrayBuffer())
      sendPart(response, type, bytes, request.headers.range)
    },
  }
}

/** `/api/files/<id>?until=…&key=…` as the service has it; undefined for anything else. */
export function parseFileLink(url: string): string | undefined {
  return /^\/api(\/files\/[0-9a-f]{32}\?until=[0-9]{1,9}&key=[\w-]{1,64})$/.exec(url)?.[1]
}

/** The one query that the service's counts take from the page. */
export function buildHealthQuery(url: string): string {
  const query = new URL(url, 'http://page').searchParams
  const minutes = /^[1-9][0-9]{0,4}$/.test(query.get('minutes') ?? '') ? query.get('minutes') : '60'
  const detail = query.get('detail') === 'full' ? 'full' : 'counts'
  const app = query.get('app')
  return `?minutes=${minutes}&detail=${detail}${app && /^[a-z-]{1,40}$/.test(app) ? `&app=${app}` : ''}`
}

const createUnanswered = (message: string, remedy: string) => createRefused('service', 'service', message, remedy)
