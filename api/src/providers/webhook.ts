import * as v from 'valibot'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpProvider } from '../config.ts'
import type { Transaction } from '../database/database.ts'
import type { HttpDependencies } from '../http/http-dependencies.ts'
import { createTraffic } from '../http/traffic.ts'
import { isSignedNow } from './signed-http.ts'

const bodyLimit = 16 * 1024
/** Lines in the log about refused webhooks; anonymous requests cause them. */
const pace = { perSecond: 1, burst: 10 }
const Headers = v.object({
  'webhook-id': v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  'webhook-timestamp': v.pipe(v.string(), v.regex(/^[0-9]{1,12}$/)),
  'webhook-signature': v.pipe(v.string(), v.maxLength(1000)),
})
/** The subject. The rest of a webhook is ignored: only the provider's answer to our request counts. */
const Body = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) })

/**
 * `POST /app/webhook/<name>`, signed as Standard Webhooks: reports a possible change, and `changed` fetches the state.
 * So a lost, repeated or late webhook changes nothing. 204 once it is stored; a repeated one is 204 again and does
 * nothing; 401 for a wrong or old signature.
 */
export function serveWebhook(
  app: FastifyInstance,
  { database, now, log }: HttpDependencies,
  name: 'payout' | 'social',
  { key }: HttpProvider,
  changed: (tx: Transaction, id: string) => Promise<void>,
): void {
  // In a separate scope: the signature covers the raw bytes.
  void app.register(async scope => {
    const sample = createTraffic(now, pace)
    scope.addHook('onResponse', async ({ ip, headers }, { statusCode: status }) => {
      if (status < 400 || status >= 500 || sample.take('all') > 0) return
      log.warn({ provider: name, status, ip, type: headers['content-type']?.slice(0, 100) }, 'a webhook was refused')
    })
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      async (_request: FastifyRequest, body: string) => body,
    )
    scope.post<{ Body: string }>(`/app/webhook/${name}`, { bodyLimit }, async ({ headers, body }, reply) => {
      const read = v.safeParse(Headers, headers)
      if (!read.success || typeof body !== 'string') return reply.status(400).send()
      const { 'webhook-id': what, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = read.output
      if (!isSignedNow(key, { what, seconds: Number(seconds), body, signatures }, now()))
        return reply.status(401).send()
      const about = idOf(body)
      if (about === undefined) return reply.status(400).send()
      await database.transaction(async tx => {
        const taken = await tx
          .insertInto('provider_event')
          .values({ provider: name, event_id: what, received_at: now() })
          .onConflict(conflict => conflict.doNothing())
          .returning('event_id')
          .executeTakeFirst()
        if (taken) await changed(tx, about)
      })
      return reply.status(204).send()
    })
  })
}

function idOf(body: string): string | undefined {
  try {
    const read = v.safeParse(Body, JSON.parse(body))
    return read.success && !isAmbiguous(body) ? read.output.id : undefined
  } catch {
    return undefined
  }
}

/** True for an object with a key twice, or a prototype: another reader would understand it differently. */
function isAmbiguous(json: string): boolean {
  const keys: unknown[] = []
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && token.endsWith(':')) keys.push(JSON.parse(token.slice(0, -1)))
  }
  return new Set(keys).size < keys.length || keys.includes('__proto__')
}
