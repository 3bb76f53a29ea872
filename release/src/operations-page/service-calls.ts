import type { IncomingMessage, ServerResponse } from 'node:http'
import { HealthAnswer } from '@adcoin/contract'
import { OperatorCommandAnswer, OperatorCommands, PageCommandRequest } from '@adcoin/contract/operations'
import * as v from 'valibot'
import type { Operator } from './sign-in.ts'
import type { ServiceAccess } from '../operations/read-health.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { refused } from '../refusal.ts'
import { bucketsWithSources } from '../releases/source-maps.ts'
import { bodyOf, sendJson } from './answers.ts'
import { sendPart } from './files.ts'

const patienceMs = 30_000

type CommandCall = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly operator: Operator
  readonly address: string
}

/** The page's calls to the service. @throws Refused if it does not answer, or rejects */
export function serviceCalls(findService: () => Promise<ServiceAccess | undefined>) {
  async function ask(path: string, body?: unknown): Promise<unknown> {
    const response = await reach(path, body)
    if (response.status === 401) throw unanswered('it does not know the secret of this page', 'Start both anew.')
    if (!response.ok) throw unanswered(`it answered ${response.status}`, 'Look whether both are of one version.')
    return response.json()
  }

  async function reach(path: string, body?: unknown): Promise<Response> {
    const known = await findService()
    if (!known) throw unanswered('it is not up', 'It is asked again by itself.')
    const headers = { authorization: `Bearer ${known.secret}`, 'content-type': 'application/json' }
    return fetch(known.url + path, {
      headers,
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw unanswered('it does not answer', 'It is asked again by itself; npm start starts it again when it dies.')
    })
  }

  return {
    /** The commands of the page. */
    commands: async (response: ServerResponse) =>
      sendJson(response, 200, v.parse(OperatorCommands, await ask('/operators/commands'))),

    /** Runs one of `npm run ops` in the name of who asks, and answers what it answers. */
    async command({ request, response, operator: { name, roles, identity }, address }: CommandCall): Promise<void> {
      const command = await bodyOf(request, PageCommandRequest)
      const asked = { ...command, by: name, identity, roles, address }
      const answer = v.parse(OperatorCommandAnswer, await ask('/operators/command', asked))
      if (answer.exit === 0) return sendJson(response, 200, { data: answer.data ?? null })
      throw refused('service', command.command, (answer.message ?? 'it was refused').replace(/\.$/, ''), '')
    },

    /** Browsers' reports of releases, counted, with lines of the sources. */
    async health(response: ServerResponse, query: string, { store }: ReleaseContext): Promise<void> {
      const answer = v.parse(HealthAnswer, await ask(`/operators/health${query}`))
      sendJson(response, 200, { ...answer, buckets: await bucketsWithSources(store, answer.buckets) })
    },

    /**
     * A picture or film of a submission, by the link that the service signed for a day; a part of it for a range
     * request: Safari plays no film otherwise, and no browser can seek in it.
     */
    async file(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      const found = await reach(path)
      const type = found.headers.get('content-type') ?? ''
      const isShown = found.ok && /^(image\/(png|jpeg|webp|avif|gif)|video\/mp4)$/.test(type)
      if (!isShown) throw refused('file', 'proof', 'its file is not there any more', 'Ask for a new one.')
      const bytes = Buffer.from(await found.arrayBuffer())
      sendPart(response, type, bytes, request.headers.range)
    },
  }
}

/** `/api/files/<id>?until=…&key=…` as the service has it; undefined for anything else. */
export function fileLink(url: string): string | undefined {
  return /^\/api(\/files\/[0-9a-f]{32}\?until=[0-9]{1,9}&key=[\w-]{1,64})$/.exec(url)?.[1]
}

/** The one query that the service's counts take from the page. */
export function healthQuery(url: string): string {
  const query = new URL(url, 'http://page').searchParams
  const minutes = /^[1-9][0-9]{0,4}$/.test(query.get('minutes') ?? '') ? query.get('minutes') : '60'
  const detail = query.get('detail') === 'full' ? 'full' : 'counts'
  const app = query.get('app')
  return `?minutes=${minutes}&detail=${detail}${app && /^[a-z-]{1,40}$/.test(app) ? `&app=${app}` : ''}`
}

const unanswered = (says: string, remedy: string) => refused('service', 'service', says, remedy)
