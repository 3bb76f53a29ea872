import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from '@adcoin/contract'
import { isSignedNow, computeSignature } from '../providers/signed-http.ts'
import type { TestService } from './start-service.ts'

/**
 * Faults of one request. `lost`: it never arrives. `late`: its caller is cut off, it arrives when the test decides. The
 * others arrive and are done; the answer is cut, missing, too slow, garbage, an error, or about something else.
 */
export const faults = ['lost', 'late', 'unanswered', 'cut', 'slow', 'garbage', 'error', 'stranger', 'huge'] as const
export type ProviderFault = (typeof faults)[number] | undefined
type ProviderRequest = {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly body: unknown
}

/** Enough for a busy machine; a slow answer never comes. */
const timeoutMs = 1_000

/** A provider on a real port that signs and checks signatures, and loses, delays and damages on request. */
export async function startProvider(name: 'payout' | 'social', answer: (call: ProviderRequest) => object) {
  const key = randomBytes(32)
  let next: () => ProviderFault = () => undefined
  let [late, forged]: [(() => void)[], number] = [[], 0]
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    env: {
      [`${name.toUpperCase()}_PROVIDER`]: 'http',
      [`${name.toUpperCase()}_HTTP_URL`]: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      [`${name.toUpperCase()}_HTTP_KEY`]: key.toString('base64'),
      [`${name.toUpperCase()}_HTTP_TIMEOUT_MS`]: String(timeoutMs),
    },
    key,
    forged: () => forged,
    breaks: (with_: () => ProviderFault) => void (next = with_),
    /** Delivers delayed requests now. */
    deliverLate(): void {
      const waiting = late
      late = []
      for (const arrive of waiting) arrive()
    },
    webhook: (about: string, change: Partial<Webhook> = {}) => webhookOf(name, { key, about, ...change }),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const [method, path] = [request.method ?? '', request.url ?? '']
    const seconds = Number(request.headers['adcoin-timestamp'])
    const signatures = String(request.headers['adcoin-signature'])
    if (!isSignedNow(key, { what: `${method} ${path}`, seconds, body, signatures }, new Date())) {
      forged += 1
      return void response.writeHead(401).end('{}')
    }
    const header = request.headers['idempotency-key']
    const conversation = {
      method,
      path: path.replace('/v1', ''),
      key: typeof header === 'string' ? header : undefined,
      body: body === '' ? undefined : (JSON.parse(body) as unknown),
    }
    await spoil(next(), () => JSON.stringify(answer(conversation)), response)
  }

  async function spoil(fault: ProviderFault, done: () => string, response: ServerResponse): Promise<void> {
    if (fault === 'lost') return void response.destroy()
    if (fault === 'late') {
      late.push(() => void done())
      return void response.destroy()
    }
    const text = done()
    if (fault === 'unanswered') return void response.destroy()
    if (fault === 'slow') return
    if (fault === 'error') return void response.writeHead(503).end(text)
    response.writeHead(200, { 'content-type': 'application/json' })
    if (fault === 'cut') return void response.write(text.slice(0, text.length / 2), () => response.destroy())
    if (fault === 'stranger') return void response.end(text.replace('"id":"', '"id":"x'))
    response.end(fault === 'garbage' ? '<html>' : fault === 'huge' ? text + ' '.repeat(3_000_000) : text)
  }
}

type Webhook = Readonly<{ key: Buffer; about: string; id: string; seconds: number; body: string }>

function webhookOf(
  name: string,
  {
    key,
    about,
    id = randomUUID(),
    seconds = Date.now() / 1000,
    body = JSON.stringify({ id: about, state: 'paid' }),
  }: Pick<Webhook, 'key' | 'about'> & Partial<Webhook>,
) {
  const at = Math.floor(seconds)
  return {
    method: 'POST' as const satisfies Call['method'],
    url: `/app/webhook/${name}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': computeSignature(key, id, at, body),
    },
    payload: body,
  }
}

/** Everything that is due in the next while, with the clock moved on in steps. */
export async function runFor(service: TestService, seconds: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    service.forward((seconds / steps) * 1000)
    await service.services.jobs.runDue()
  }
}
