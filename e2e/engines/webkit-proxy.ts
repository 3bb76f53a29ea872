import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { installAgent, type Report } from './page-agent.ts'

/** Where documents report to, at any address. */
const reportPath = '/adcoin-page-agent'
const agentHeader = 'adcoin-page-agent'
export const installAgentText = `(${installAgent.toString()})(${JSON.stringify([reportPath, agentHeader]).slice(1, -1)});`

type Answer = { readonly status: number; readonly headers: readonly Header[]; readonly body: Buffer }
export type Header = { readonly name: string; readonly value: string }
export type Exchange = {
  readonly id: string
  /** The agent of the document that sent it by script. */
  readonly agent: string | undefined
  readonly request: IncomingMessage
  readonly body: Buffer
}
/** What happens to a request: `undefined` passes it on, `null` cuts it off. */
export type Decision = { readonly headers?: readonly Header[]; readonly body?: Buffer } | Answer | null | undefined

export type Listener = {
  onReport(report: Report): void
  /** Scripts that run before all others of a document. */
  listScripts(): readonly string[]
  decide(exchange: Exchange): Promise<Decision>
  onAnswer(exchange: Exchange, answer: Omit<Answer, 'body'>): void
  onEnd(exchange: Exchange, body: Buffer | undefined): void
}

let exchanges = 0

/** The proxy of one WebKit: WebDriver reports no requests, and runs nothing before a document's own scripts. */
export async function startWebkitProxy(listener: Listener) {
  let isOffline = false
  // Kept open: a browser may use an idle connection in the moment in which it is closed.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    outgoing.on('error', () => undefined)
    const receive = async () => {
      const body = await buffer(incoming)
      if (incoming.url?.endsWith(reportPath)) {
        outgoing.writeHead(204).end()
        return listener.onReport(JSON.parse(body.toString()) as Report)
      }
      if (isOffline) return void outgoing.destroy()
      const agent = incoming.headers[agentHeader]?.toString()
      delete incoming.headers[agentHeader]
      await exchange(listener, { id: String((exchanges += 1)), agent, request: incoming, body }, outgoing)
    }
    receive().catch(() => outgoing.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOffline(value: boolean) {
      isOffline = value
      if (isOffline) server.closeAllConnections()
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function exchange(listener: Listener, given: Exchange, outgoing: ServerResponse): Promise<void> {
  const { url = '', method, headers } = given.request
  const decision = await listener.decide(given)
  const isDocument = ['document', 'iframe'].includes(String(headers['sec-fetch-dest']))
  if (decision === null) {
    listener.onEnd(given, undefined)
    return void outgoing.destroy()
  }
  if (decision && 'status' in decision) {
    listener.onAnswer(given, decision)
    outgoing.writeHead(
      decision.status,
      decision.headers.flatMap(({ name, value }) => [name, value]),
    )
    const isHtml = isDocument && decision.headers.some(({ name, value }) => isHtmlType(name, value))
    outgoing.end(isHtml ? addScripts(decision.body, listener.listScripts()) : decision.body)
    return listener.onEnd(given, decision.body)
  }
  const sent: IncomingHttpHeaders = decision?.headers
    ? Object.fromEntries(decision.headers.map(({ name, value }) => [name, value]))
    : { ...headers }
  if (isDocument) {
    sent['accept-encoding'] = 'identity'
    delete sent['if-none-match']
    delete sent['if-modified-since']
  }
  delete sent['referer']
  const passed = request(url, { method, headers: sent }, answer => {
    listener.onAnswer(given, { status: answer.statusCode ?? 502, headers: toHeaders(answer.headers) })
    void passBack(listener, given, answer, outgoing, isDocument)
  })
  const fail = () => {
    listener.onEnd(given, undefined)
    outgoing.destroy()
  }
  passed.on('error', fail)
  outgoing.on('close', () => passed.destroy())
  passed.end(decision?.body ?? given.body)
}

async function passBack(
  listener: Listener,
  given: Exchange,
  answer: IncomingMessage,
  outgoing: ServerResponse,
  isDocument: boolean,
): Promise<void> {
  // A document without the policy names itself in its requests: so each is known to be of this or that window.
  const { 'referrer-policy': _policy, ...headers } = answer.headers
  const { 'content-length': _length, ...others } = headers
  const isHtml = isDocument && isHtmlType('content-type', answer.headers['content-type'])
  outgoing.writeHead(answer.statusCode ?? 502, isHtml ? others : isDocument ? headers : answer.headers)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer)
      if (!isHtml) outgoing.write(chunk)
    }
  } catch {
    listener.onEnd(given, undefined)
    return void outgoing.destroy()
  }
  const body = Buffer.concat(chunks)
  outgoing.end(isHtml ? addScripts(body, listener.listScripts()) : undefined)
  listener.onEnd(given, decode(body, answer.headers['content-encoding']))
}

/** Before the page's own policy, which is in its head: a policy counts for what follows it. */
function addScripts(html: Buffer, scripts: readonly string[]): Buffer {
  const text = [installAgentText, ...scripts].map(each => each.replaceAll('</script', '<\\/script')).join('\n')
  const page = html.toString()
  const added = `<script>${text}</script>`
  return Buffer.from(
    /<head>/i.test(page)
      ? page.replace(/<head>/i, head => head + added)
      : page.replace(/^(<!doctype html>)?/i, start => start + added),
  )
}

function isHtmlType(name: string, value = ''): boolean {
  return name.toLowerCase() === 'content-type' && value.includes('text/html')
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  try {
    return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  } catch {
    // Empty, or with the wrong bytes of a fault.
    return body
  }
}

export function toHeaders(headers: IncomingHttpHeaders): readonly Header[] {
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map(each => ({ name, value: each })))
}
