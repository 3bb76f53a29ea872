import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLanguage, errorCodes, fieldErrorKeys, type FieldErrorKey } from '@adcoin/contract'
import type * as v from 'valibot'
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

const mostFields = 20

/** Each wrong field, dotted, and how it is wrong: the contract's key, not valibot's words. */
export function listProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldErrorKey> {
  // Without a prototype: `constructor` and `__proto__` are names like any other.
  const fields = Object.create(null) as Record<string, FieldErrorKey>
  for (const issue of issues.slice(0, mostFields)) {
    const field =
      (issue.path ?? [])
        .map(step => String(step.key))
        .join('.')
        .slice(0, 100) || 'body'
    fields[field] ??= keyOf(issue)
  }
  return fields
}

function keyOf(issue: v.BaseIssue<unknown>): FieldErrorKey {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'unknown_field'
  const isAbsent = issue.received === 'undefined' || issue.received === 'null'
  if (issue.kind === 'schema' && isAbsent)
    return isKey(issue.message) && issue.message !== 'invalid' ? issue.message : 'required'
  // A schema's own message marks a missing value; a value of another type is not missing.
  if (issue.kind === 'schema' && issue.message === 'required') return 'invalid'
  return isKey(issue.message) ? issue.message : 'invalid'
}

function isKey(message: string): message is FieldErrorKey {
  return message in errorCodes || fieldErrorKeys.some(key => key === message)
}
