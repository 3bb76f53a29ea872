import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

export type ProxiedAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }

/** One request on its way through the proxy: `pass` asks the product and gives its whole answer, as often as called. */
type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  pass(): Promise<ProxiedAnswer>
}

/** Replaces the passing on of an exchange. */
export type WireFault = (exchange: Exchange) => void | Promise<void>

/**
 * The last byte is another, the headers are as they were: at the end, so that what is compressed can still be unpacked
 * in most cases, and is refused in either.
 */
export const flipLastByte: WireFault = async ({ response, pass }) => {
  const { status, headers, bytes } = await pass()
  const last = bytes.length - 1
  if (last >= 0) bytes[last] = (bytes[last] ?? 0) ^ 1
  response.writeHead(status, headers).end(bytes)
}

/** No byte ever, not even headers. */
export const stall: WireFault = () => undefined

/** Headers and half of it, then no byte ever. */
export const stallHalfWay: WireFault = async exchange => void (await sendFirstHalf(exchange))

/** Half of it, then the connection is gone; the length that was promised is never reached. */
export const cutHalfWay: WireFault = async exchange => {
  await sendFirstHalf(exchange)
  exchange.response.destroy()
}

/** The connection is gone before anything was asked. */
export const resetConnection: WireFault = ({ response }) => void response.destroy()

/** The product does its work, and the answer is lost. */
export const loseAnswer: WireFault = async ({ response, pass }) => {
  await pass()
  response.destroy()
}

/** The product is asked twice, as by a proxy that tries again; the second answer is given. */
export const requestTwice: WireFault = async ({ response, pass }) => {
  await pass()
  const { status, headers, bytes } = await pass()
  response.writeHead(status, headers).end(bytes)
}

export function delayAnswer(ms: number): WireFault {
  return async ({ response, pass }) => {
    const { status, headers, bytes } = await pass()
    await wait(ms)
    response.writeHead(status, headers).end(bytes)
  }
}

/** Slow but alive: in so many pieces with so many milliseconds between them. */
export function dripAnswer(pieces: number, everyMs: number): WireFault {
  return async ({ response, pass }) => {
    const { status, headers, bytes } = await pass()
    response.writeHead(status, headers)
    const size = Math.ceil(bytes.length / pieces)
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      response.write(bytes.subarray(at, at + size))
      await wait(everyMs)
    }
    response.end()
  }
}

/** Something else answers in the product's place: a status, a page, a redirect to a portal. */
export function answerInstead(status: number, headers: OutgoingHttpHeaders = {}, body = 'no'): WireFault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers }).end(body)
  }
}

/** The right bytes with these headers in place of their own. */
export function replaceHeaders(changed: OutgoingHttpHeaders): WireFault {
  return async ({ response, pass }) => {
    const { status, headers, bytes } = await pass()
    response.writeHead(status, { ...headers, ...changed }).end(bytes)
  }
}

/** The right answer with its text changed; not compressed, so that it can be read. */
export function editAnswer(edit: (text: string) => string): WireFault {
  return async ({ request, response, pass }) => {
    request.headers['accept-encoding'] = 'identity'
    const { status, headers, bytes } = await pass()
    const { 'content-length': _length, etag: _etag, ...otherHeaders } = headers
    response.writeHead(status, otherHeaders).end(edit(bytes.toString()))
  }
}

/** A script that has no end. */
export const sendWithoutEnd: WireFault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/javascript' })
  const more = setInterval(() => response.write(Buffer.alloc(64 * 1024, 32)), 5)
  response.on('close', () => clearInterval(more))
}

async function sendFirstHalf({ response, pass }: Exchange): Promise<void> {
  const { status, headers, bytes } = await pass()
  const { 'transfer-encoding': _chunked, ...otherHeaders } = headers
  response.writeHead(status, { ...otherHeaders, 'content-length': bytes.length })
  await new Promise<void>(done => response.write(bytes.subarray(0, bytes.length >> 1), () => done()))
}

function wait(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms))
}
