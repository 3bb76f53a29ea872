import type { Call } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import { exchangeCode, guardCodes } from '../codes/codes.ts'
import type { Database, Queries } from '../database/database.ts'
import type { Channel, PersonStatus } from '../database/column-types.ts'
import { serve, type CallRequest, type ServeOptions } from '../http/serve.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { canBeMobile, parsePhone } from './phone.ts'

/** The destination of codes, by which an account is found: one text per person, however it was typed. */
export type CodeDestination = {
  readonly channel: Channel
  readonly dest: string
  readonly sag: string | null
  readonly region: string | null
}

/** Serves a call for mobile numbers, and the same one for e-mail addresses, by one handler. */
export function serveDestinations<M extends MobileCall, E extends EmailCall>(
  app: FastifyInstance,
  [mobile, email]: readonly [mobile: M, email: E],
  which: 'offered' | 'every',
  handler: (
    destination: CodeDestination,
    request: CallRequest<M> | CallRequest<E>,
  ) => Promise<v.InferInput<M['response']> & v.InferInput<E['response']>>,
  options: ServeOptions = {},
): void {
  const { database } = app.dependencies
  serve(
    app,
    mobile,
    async request => handler(await mobileDestination(database, request.input, which), request),
    options,
  )
  // The schema has normalised it.
  const at = (dest: string): CodeDestination => ({ channel: 'email', dest, sag: null, region: null })
  serve(app, email, request => handler(at(request.input.email), request), options)
}

/**
 * The destination of a mobile number in one of the regions. A number that is new to the service (a registration,
 * another number) must be a mobile, of an offered region; an existing account can sign in though its region closed.
 */
async function mobileDestination(
  database: Database,
  input: { mobile_sag: string; mobile: string },
  which: 'offered' | 'every' = 'every',
): Promise<CodeDestination> {
  let regions = database.read
    .selectFrom('region')
    .select('code')
    .where('dial_code', '=', input.mobile_sag)
    .orderBy('position')
  if (which === 'offered') regions = regions.where('enabled', '=', true)
  const region = await regions.executeTakeFirst()
  if (!region) throw new Refusal('region_unsupported', { fields: { mobile_sag: 'region_unsupported' } })
  const dest = parsePhone(input.mobile_sag, input.mobile)
  if (dest === undefined || (which === 'offered' && !canBeMobile(dest)))
    throw new Refusal('mobile_invalid', { fields: { mobile: 'mobile_invalid' } })
  return { channel: 'sms', dest, sag: input.mobile_sag, region: region.code }
}

type MobileCall = Call & { readonly request: v.GenericSchema<unknown, { mobile_sag: string; mobile: string }> }
type EmailCall = Call & { readonly request: v.GenericSchema<unknown, { email: string }> }

type VerifyRequest = Pick<CallRequest<Call>, 'client' | 'transact'> & {
  readonly input: { readonly verify_code: string }
}

/** Exchanges a code that was sent to a destination for a ticket of so many seconds. */
export function exchangeForTicket(services: Services, purpose: 'register' | 'reset', seconds: number) {
  return ({ dest }: CodeDestination, { input, client, transact }: VerifyRequest) =>
    guardCodes(services, client.ip, () =>
      transact(tx => {
        const tried = { purpose, dest, code: input.verify_code }
        return exchangeCode(services, tx, tried, { purpose, dest, seconds }, client.ip)
      }),
    )
}

export type Account = {
  readonly id: bigint
  readonly pwd_hash: string | null
  readonly status: PersonStatus
  readonly language: string
}

/** The account that signs in with this destination. */
export async function findAccount(db: Queries, { channel, dest }: CodeDestination): Promise<Account | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'pwd_hash', 'status', 'language'])
    .where(channel === 'sms' ? 'mobile_e164' : 'email_norm', '=', dest)
    .executeTakeFirst()
}
