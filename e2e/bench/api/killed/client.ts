import { Agent, request } from 'node:http'

/** Outcome of one request: the code of the envelope, the HTTP status of anything else, or why there was no answer. */
export type RequestOutcome = { readonly code: number | string; readonly ms: number; readonly body: string }

/** A client in a network of its own (127.0.<number>.1), because limits count by network; connections are kept. */
export function createClient(origin: string, number: number, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress: `127.0.${1 + (number % 250)}.1` })
  return (path: string, body?: unknown, key?: string): Promise<RequestOutcome> => {
    const began = performance.now()
    const headers = {
      'authorized-key': token,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return new Promise(done => {
      const end = (code: number | string, text = '') => done({ code, ms: performance.now() - began, body: text })
      const call = request(origin + path, {
        agent,
        headers,
        timeout: 40_000,
        method: body === undefined ? 'GET' : 'POST',
      })
      call.on('response', answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', chunk => (text += String(chunk)))
        answer.on('end', () => end(readCode(answer.statusCode ?? 0, text), text))
        answer.on('error', error => end((error as NodeJS.ErrnoException).code ?? 'cut off'))
      })
      call.on('timeout', () => call.destroy(new Error('no answer in 40 s')))
      call.on('error', error => end((error as NodeJS.ErrnoException).code ?? error.message))
      call.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

function readCode(status: number, text: string): number {
  if (!text.startsWith('{"code":')) return status
  return (JSON.parse(text) as { code: number }).code
}
