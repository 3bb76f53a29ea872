import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { createRefusal, createRefused } from '../refusal.ts'

const bodyMost = 16 * 1024

/** Allows only the page's own files and answers; no script or element from text, no frame, no form to elsewhere. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  more: OutgoingHttpHeaders = {},
): void {
  response
    .writeHead(status, { ...commonHeaders, 'content-type': 'application/json; charset=utf-8', ...more })
    .end(JSON.stringify(body))
}

/** Refuses a request, in the shape of every other refusal. */
export function sendPageRefusal(response: ServerResponse, status: number, message: string, remedy = ''): void {
  sendJson(response, status, { refusals: [createRefusal('operations-page', 'operations page', message, remedy)] })
}

/** The body of a request, parsed by this schema. @throws Refused if it does not match */
export async function readPageBody<Schema extends v.GenericSchema>(
  request: IncomingMessage,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyMost) throw createUnreadable('it is too long')
  }
  const parsed = v.safeParse(schema, parseText(text))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw createUnreadable(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const createUnreadable = (why: string) =>
  createRefused('not-understood', 'request', `the request cannot be read (${why})`, 'Reload the page.')
