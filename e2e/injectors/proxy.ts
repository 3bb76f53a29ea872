import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ProxiedAnswer, WireFault } from './wire-faults.ts'

/** A proxy before the product that applies faults, and passes on the rest. */
export type FaultProxy = {
  readonly url: string
  /** Number of requests for each address of a fault, by path. */
  readonly requestCounts: ReadonlyMap<string, number>
  /**
   * From now on `fault` happens to what is asked for at `where`, the newest fault first.
   *
   * @param most.times  how often it happens at all; default: until it is taken away
   * @param most.timesEach  how often it happens to each address
   * @returns takes the fault away; what it holds back is cut off
   */
  inject(where: RegExp, fault: WireFault, most?: { times?: number; timesEach?: number }): () => void
  /** Calls `onBody` with the body of each request for `where`. */
  observe(where: RegExp, onBody: (body: string) => void): void
  /** Takes all faults away. */
  heal(): void
  stop(): Promise<void>
}

type Injected = {
  readonly where: RegExp
  readonly fault: WireFault
  readonly timesEach: number
  left: number
  readonly happened: Map<string, number>
  readonly held: Set<ServerResponse>
}

/** @param product  its address; the proxy listens on a free port beside it */
export async function startFaultProxy(product: string): Promise<FaultProxy> {
  const requested = new Map<string, number>()
  const observers: { readonly where: RegExp; readonly onBody: (body: string) => void }[] = []
  let faults: Injected[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    for (const { where, onBody } of observers) if (where.test(path)) collectBody(incoming, onBody)
    const about = faults.filter(({ where }) => where.test(path))
    if (about.length > 0) requested.set(path, (requested.get(path) ?? 0) + 1)
    const chosen = about.find(each => each.left > 0 && (each.happened.get(path) ?? 0) < each.timesEach)
    if (!chosen) return passOn(product, incoming, outgoing)
    chosen.left -= 1
    chosen.happened.set(path, (chosen.happened.get(path) ?? 0) + 1)
    chosen.held.add(outgoing)
    outgoing.on('close', () => chosen.held.delete(outgoing))
    void applyFault(product, incoming, outgoing, chosen.fault)
  })
  const removeFault = (injected: Injected) => {
    faults = faults.filter(each => each !== injected)
    for (const response of injected.held) response.destroy()
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requestCounts: requested,
    inject(where, fault, { times = Infinity, timesEach = Infinity } = {}) {
      const injected = { where, fault, timesEach, left: times, happened: new Map(), held: new Set<ServerResponse>() }
      faults = [injected, ...faults]
      return () => removeFault(injected)
    },
    observe: (where, onBody) => void observers.push({ where, onBody }),
    heal: () => faults.forEach(removeFault),
    stop() {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }
}

function collectBody(incoming: IncomingMessage, onBody: (body: string) => void): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => onBody(Buffer.concat(chunks).toString()))
}

/** As it comes: an answer that never ends, the stream of what happened, flows through. */
function passOn(product: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const passed = request(product + incoming.url, { method: incoming.method, headers: incoming.headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

async function applyFault(
  product: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: WireFault,
): Promise<void> {
  try {
    const body = await buffer(incoming)
    await fault({ request: incoming, response: outgoing, pass: () => fetchProduct(product, incoming, body) })
  } catch {
    // The product did not answer, or the browser went away: no answer either.
    outgoing.destroy()
  }
}

function fetchProduct(
  product: string,
  { url, method, headers }: IncomingMessage,
  body: Buffer,
): Promise<ProxiedAnswer> {
  return new Promise((done, failed) => {
    const passed = request(product + url, { method, headers }, answer => {
      done(readAnswer(answer))
    })
    passed.on('error', failed)
    passed.end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<ProxiedAnswer> {
  return { status: answer.statusCode ?? 502, headers: answer.headers, bytes: await buffer(answer) }
}
