import * as v from 'valibot'
import type { Call } from '@adcoin/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals/refusal.ts'
import type { Client, SignedInPerson } from './http-dependencies.ts'
import { listProblems } from './problems.ts'

/** The input as the contract's schema understands it, or 400 with each wrong field. */
export async function readInput<C extends Call>(
  call: C,
  request: FastifyRequest,
  read?: (request: FastifyRequest) => Promise<unknown>,
): Promise<v.InferOutput<C['request']>> {
  const raw = read ? await read(request) : call.method === 'GET' ? request.query : (request.body ?? {})
  // To a schema of an object an array is an object too.
  if (Array.isArray(raw)) throw new Refusal('invalid_input', { fields: { body: 'invalid' } })
  const parsed = v.safeParse(call.request, raw)
  if (!parsed.success) throw new Refusal('invalid_input', { fields: listProblems(parsed.issues) })
  return parsed.output
}

/** The person of a request's Authorized-Key, or 401. */
export async function requirePerson(request: FastifyRequest): Promise<SignedInPerson> {
  const person = await request.server.dependencies.findPerson(readToken(request))
  if (!person) throw new Refusal('session_expired')
  return person
}

export function readToken(request: FastifyRequest): string | undefined {
  const token = request.headers['authorized-key']
  return typeof token === 'string' ? token : undefined
}

export function readClient(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
