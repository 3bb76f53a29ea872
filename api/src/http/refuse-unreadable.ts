import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLanguage, errorCodes } from '@adcoin/contract'
import { describeError } from '../refusals/languages.ts'

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * A request that is no HTTP gets the envelope of every fault, in English: its headers could not be read. Then the
 * connection ends.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify({
    code: errorCodes.invalid_input,
    msg: describeError(defaultLanguage, 'invalid_input'),
    data: null,
  })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
    )
  socket.destroySoon()
}
