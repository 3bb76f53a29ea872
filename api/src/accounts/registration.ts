import {
  registerVerifyEmail,
  registerVerifyMobile,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  setPasswordEmail,
  setPasswordMobile,
  supportRegion,
  type ApiCode,
  type LoginResult,
} from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sendCode } from '../codes/send-code.ts'
import { requireTicket, consumeTicket } from '../codes/tickets.ts'
import { limitTable } from '../limits/table.ts'
import { textOf } from '../refusals/languages.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { servePublic } from '../http/public-answers.ts'
import type { CallRequest } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import type { Client } from '../http/http-dependencies.ts'
import { bindInviter } from './invitation.ts'
import { findCountryOfLanguage, createAccount, newPublicId } from './create-account.ts'
import { findAccount, exchangeForTicket, serveDestinations, type CodeDestination } from './destination.ts'
import { prepareLoginPassword, rememberPassword } from './passwords-of-person.ts'
import { signInPerson } from './login.ts'

const ticketSeconds = 900
const tries = [limitTable.publicAttempts]
/** Source: reference-api.md 3.2. A browser keeps the answer as long. */
const reads = [limitTable.publicReads]

/**
 * Registration: code, ticket, password. A taken number or address gets the same answers in the same time; only its
 * owner's message differs.
 */
export function serveRegistration(app: FastifyInstance, services: Services): void {
  const { database } = services

  servePublic(
    app,
    supportRegion,
    async ({ language }) => {
      const rows = await database.read
        .selectFrom('region')
        .selectAll()
        .where('enabled', '=', true)
        .orderBy('position')
        .execute()
      return rows.map(row => ({
        region: row.code,
        country_code: row.code,
        name: textOf(row.name_i18n, language),
        mobile_sag: row.dial_code,
        mobile_regex: row.phone_regex,
        example: row.example,
        currency: row.currency,
        icon: row.icon,
      }))
    },
    { seconds: 60, limits: reads },
  )

  serveDestinations(app, [sendRegisterCodeMobile, sendRegisterCodeEmail], 'offered', (destination, request) =>
    send(services, destination, request),
  )
  const verify = exchangeForTicket(services, 'register', ticketSeconds)
  serveDestinations(app, [registerVerifyMobile, registerVerifyEmail], 'offered', verify, { limits: tries })
  serveDestinations(
    app,
    [setPasswordMobile, setPasswordEmail],
    'offered',
    (destination, request) => create(services, destination, request),
    { limits: tries },
  )
}

type SendRequest = { readonly language: ApiCode; readonly client: Client }

async function send(services: Services, destination: CodeDestination, { language, client }: SendRequest) {
  const { channel, dest } = destination
  const account = await findAccount(services.database.read, destination)
  return sendCode(
    services,
    {
      purpose: 'register',
      channel,
      dest,
      userId: account?.id ?? null,
      language,
      ...(account ? { instead: 'already_registered' as const } : {}),
    },
    client.ip,
  )
}

type CreateRequest = CallRequest<typeof setPasswordMobile> | CallRequest<typeof setPasswordEmail>

async function create(
  services: Services,
  destination: CodeDestination,
  { input, language, client, transact }: CreateRequest,
): Promise<LoginResult> {
  const { channel, dest, sag } = destination
  await requireTicket(services, services.database.read, 'register', dest, input.verify_ticket)
  const countryCode = await countryOf(services, destination, input.region, language)
  const publicId = newPublicId()
  const password = await prepareLoginPassword(services, input, {
    notEqual: [dest],
    other: null,
    publicId,
    userId: null,
  })
  return transact(async tx => {
    await consumeTicket(services, tx, 'register', dest, input.verify_ticket)
    const mobile = channel === 'sms' ? { e164: dest, sag: sag ?? '' } : null
    const userId = await createAccount(tx, {
      publicId,
      mobile,
      email: mobile ? null : dest,
      countryCode,
      pwdHash: password.hash,
      language,
    })
    if (userId === null) throw new Refusal('ticket_invalid')
    await rememberPassword(tx, userId, 'login', password.historyHash)
    if (input.invite_code !== undefined) await bindInviter(tx, userId, input.invite_code, services.now())
    return signInPerson(services, tx, await lockPerson(tx, userId), mobile ? 'mobile' : 'email', client, true)
  })
}

/** The region of a number is its own; an e-mail's is chosen, else that of the language. */
async function countryOf(
  { database }: Services,
  { region }: CodeDestination,
  chosen: string | undefined,
  language: ApiCode,
): Promise<string> {
  const code = chosen ?? region ?? findCountryOfLanguage(language)
  const row = await database.read
    .selectFrom('region')
    .select('code')
    .where('code', '=', code)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw refuseField('region', 'region_unsupported')
  return row.code
}
