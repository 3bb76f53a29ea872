import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals/refusal.ts'

const accessRefusals: ReadonlySet<string> = new Set([
  'session_expired',
  'forbidden',
  'bad_credentials',
  'account_disabled',
  'old_pwd_wrong',
  'pay_pwd_wrong',
  'pay_pwd_locked',
  'code_wrong',
  'ticket_invalid',
  'too_many',
])

/** Refused access is logged with its reason and origin, never with what was sent. */
export function logRefusedAccess({ id, ip, routeOptions, server }: FastifyRequest, error: unknown): void {
  if (error instanceof Refusal && accessRefusals.has(error.key))
    server.dependencies.log.info({ request: id, path: routeOptions.url, ip, refusal: error.key }, 'access refused')
}
