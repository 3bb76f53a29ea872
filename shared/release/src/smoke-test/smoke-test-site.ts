import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Release } from '@adcoin/contract'
import { readAddress } from '../gateway/addresses.ts'
import { securityHeaders } from '../gateway/headers.ts'
import { mimeType } from '../files/files.ts'
import { sampleOf } from './sample.ts'
import type { Finding } from './visit.ts'

/** Findings of the visit, the reads that the page sent, and the number of each while it was idle: `<screen> <call>`. */
export type SmokeTestFindings = {
  readonly found: readonly Finding[]
  readonly asked: readonly string[]
  readonly idle: ReadonlyMap<string, number>
}
export const idleMarks = { begins: '/gate/idle', ends: '/gate/idle-ends' } as const

export type SmokeTestSite = { readonly url: string; findings: Promise<SmokeTestFindings>; close(): Promise<void> }
type Parts = {
  readonly page: string
  /** The registry that the shell fetches if the page has no room for a remote and only names it. */
  readonly registry: string
  /** Runs in the page in front of everything, and sends what it found to `/gate/findings`. */
  readonly script: string
  /** Whose reports count, but for those that the shell cannot trace; undefined for those of all. */
  readonly app?: string
  readonly releases: readonly Release[]
  read(path: string): Promise<Buffer | undefined>
}

/**
 * The page as it would be live, at an address of its own, with a visiting script in front. Calls are answered by
 * samples of the shapes in the releases; nothing reaches a service.
 */
export async function openSmokeTestSite(parts: Parts): Promise<SmokeTestSite> {
  const headers = securityHeaders('')
  const html = parts.page.replace(
    '<meta name="viewport"',
    '<script src="/gate/visit.js"></script>\n<meta name="viewport"',
  )
  const answers = answersOf(parts.releases)
  const record = createRecord(parts.app)
  let done: (found: SmokeTestFindings) => void = () => undefined
  const findings = new Promise<SmokeTestFindings>(resolve => (done = resolve))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const send = (type: string, body: string | Buffer, more: Readonly<Record<string, string>>) =>
      response.writeHead(200, { ...more, 'content-type': type }).end(body)
    if (path === '/gate/visit.js') return void send('text/javascript', parts.script, headers.everything)
    if (path === '/gate/findings') {
      const { found, isLast } = JSON.parse(await bodyOf(request)) as { found: Finding[]; isLast: boolean }
      record.found.push(...found)
      send('text/plain', 'seen', headers.data)
      return isLast ? done(record) : undefined
    }
    if (path === idleMarks.begins || path === idleMarks.ends) {
      record.leftAlone(path === idleMarks.begins ? (request.url ?? '').split('?')[1] : undefined)
      return void send('text/plain', 'noted', headers.data)
    }
    const address = readAddress(path, ['/app/', '/files/'])
    if (address.kind === 'registry') return void send('application/json', parts.registry, headers.data)
    if (address.kind === 'page') return void send('text/html; charset=utf-8', html, headers.page)
    // The shell watches, and reports what it had to end, put back or replace.
    if (path === '/app/health/report') record.report(await bodyOf(request))
    else if (address.kind === 'service') record.request(request.method === 'GET', request.url ?? '')
    if (address.kind === 'service') {
      const shape = answers.get(`${request.method} ${path}`)
      return void send(
        'application/json',
        JSON.stringify({ code: 0, msg: '', data: shape ? sampleOf(shape) : {} }),
        headers.data,
      )
    }
    const bytes = address.kind === 'release' ? await parts.read(address.path) : undefined
    if (bytes) return void send(mimeType(path) ?? 'text/plain', bytes, headers.release)
    response.writeHead(404, { ...headers.data, 'content-type': 'text/plain' }).end('not found')
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    findings,
    async close() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

/** `GET /app/…` to the shape of its answer. */
const answersOf = (releases: readonly Release[]) =>
  new Map(
    releases.flatMap(({ uses }) => Object.entries(uses.calls).map(([name, { response }]) => [name, response] as const)),
  )

function createRecord(app: string | undefined) {
  const found: Finding[] = []
  const requests: string[] = []
  const idle = new Map<string, number>()
  let idleAt: string | undefined
  return {
    ...{ found, asked: requests, idle },
    leftAlone(screen: string | undefined) {
      idleAt = screen
    },
    request(isRead: boolean, url: string) {
      if (isRead) requests.push(url)
      const key = `${idleAt} ${url}`
      if (idleAt !== undefined) idle.set(key, (idle.get(key) ?? 0) + 1)
    },
    report(text: string) {
      // A page whose clock is accelerated has less rest than any other.
      const isRest = (what: string) => idleAt !== undefined && what.includes('comes to rest')
      found.push(...findingOf(text, app).filter(({ what }) => !isRest(what)))
    },
  }
}

/**
 * The shell reports in its own name what it cannot attribute; here that is caused by the tried release too, because all
 * others are live already. Durations are the machine's fault.
 */
function findingOf(report: string, wanted: string | undefined): readonly Finding[] {
  const { app, phase, reason, path } = JSON.parse(report) as {
    app: string
    phase: string
    reason: string
    path?: string
  }
  if (reason.startsWith('longtask')) return []
  return wanted === undefined || app === wanted || (app === 'shell' && phase === 'runtime')
    ? [{ kind: 'report', what: `${phase}: ${reason}`, ...(path === undefined ? {} : { at: path }) }]
    : []
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
