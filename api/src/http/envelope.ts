import * as v from 'valibot'
import { errorCodes, type ApiCode, type Call, type ErrorKey } from '@adcoin/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, readSqlState } from '../database/database.ts'
import { describeError, describeField } from '../refusals/languages.ts'
import { PartAway, Refusal } from '../refusals/refusal.ts'

/** Success: the schema drops what it does not name, so that nothing leaves by accident. */
export async function sendData(
  reply: FastifyReply,
  language: ApiCode,
  call: Call,
  data: unknown,
): Promise<FastifyReply> {
  return reply.send({ code: 0, msg: describeError(language, 'ok'), data: v.parse(call.response, data) })
}

/**
 * Every failure as an envelope: a refusal with HTTP 200, a fault of ours as 500 or 503 without a word about its inside.
 */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: ApiCode,
): FastifyReply {
  if (error instanceof PartAway) return sendFault(reply, language, 'unavailable')
  if (error instanceof Refusal) return sendRefusalAnswer(reply, language, error)
  if (readSqlState(error)?.startsWith('22')) {
    request.log.warn({ err: error }, 'the database refused a value that validation let through')
    return sendRefusalAnswer(reply, language, new Refusal('invalid_input'))
  }
  request.log.error({ err: error }, 'a call failed')
  return sendFault(reply, language, isUnavailable(error) ? 'unavailable' : 'internal')
}

export function sendRefusalAnswer(
  reply: FastifyReply,
  language: ApiCode,
  refusal: Refusal,
  status = 200,
): FastifyReply {
  // A problem of the whole body belongs to no field that a person could find.
  const first =
    refusal.key === 'invalid_input'
      ? Object.entries(refusal.fields ?? {}).find(([field]) => field !== 'body')
      : undefined
  const data =
    refusal.fields || refusal.retryAfter !== undefined
      ? {
          ...(refusal.fields ? { fields: refusal.fields } : {}),
          ...(refusal.retryAfter === undefined ? {} : { retry_after: refusal.retryAfter }),
        }
      : null
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply.status(status).send({
    code: refusal.code,
    msg: first ? describeField(language, first[0], first[1]) : describeError(language, refusal.key),
    data,
  })
}

const faults = { invalid_input: 400, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 } as const

/**
 * A transport fault: a real HTTP status, the same body. `status` where the code has none of its own (405, 413, 415).
 */
export function sendFault(
  reply: FastifyReply,
  language: ApiCode,
  key: keyof typeof faults & ErrorKey,
  status: number = faults[key],
): FastifyReply {
  if (key === 'unavailable') reply.header('retry-after', '2')
  return reply.status(status).send({ code: errorCodes[key], msg: describeError(language, key), data: null })
}
