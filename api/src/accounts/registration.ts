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
import { exchangeCode, guardingCodes, requireTicket, sendCode, useTicket } from '../codes/codes.ts'
import { limitTable } from '../limits/table.ts'
import { textOf } from '../refusals/languages.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import type { Client } from '../http/frame.ts'
import { bindInviter } from './invitation.ts'
import { countryOfLanguage, createAccount, newPublicId } from './create-account.ts'
import { accountOf, emailDestination, mobileDestination, type CodeDestination } from './destination.ts'
import { prepareNewPassword, rememberPassword } from './passwords-of-person.ts'
import { signIn } from './sign-in.ts'

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

  serve(
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
    { publicFor: 60, limits: reads },
  )

  serve(app, sendRegisterCodeMobile, async ({ input, language, client }) =>
    send(services, await mobileDestination(database, input, 'offered'), language, client),
  )
  serve(app, sendRegisterCodeEmail, async ({ input, language, client }) =>
    send(services, emailDestination(input), language, client),
  )
  serve(
    app,
    registerVerifyMobile,
    async request => verify(services, await mobileDestination(database, request.input, 'offered'), request),
    { limits: tries },
  )
  serve(app, registerVerifyEmail, async request => verify(services, emailDestination(request.input), request), {
    limits: tries,
  })
  serve(
    app,
    setPasswordMobile,
    async request => create(services, await mobileDestination(database, request.input, 'offered'), request),
    { limits: tries },
  )
  serve(app, setPasswordEmail, async request => create(services, emailDestination(request.input), request), {
    limits: tries,
  })
}

async function send(services: Services, destination: CodeDestination, language: ApiCode, client: Client) {
  const { channel, dest } = destination
  const account = await accountOf(services.database.read, destination)
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

type VerifyRequest = CallRequest<typeof registerVerifyMobile> | CallRequest<typeof registerVerifyEmail>

async function verify(services: Services, { dest }: CodeDestination, { input, client, transact }: VerifyRequest) {
  return guardingCodes(services, client.ip, () =>
    transact(tx =>
      exchangeCode(
        services,
        tx,
        { purpose: 'register', dest, code: input.verify_code },
        { purpose: 'register', dest, seconds: ticketSeconds },
        client.ip,
      ),
    ),
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
  const password = await prepareNewPassword(services, {
    kind: 'login',
    password: input.password,
    confirmation: input.confirm_password,
    passwordField: 'password',
    confirmationField: 'confirm_password',
    notEqual: [dest],
    other: null,
    publicId,
    userId: null,
  })
  return transact(async tx => {
    await useTicket(services, tx, 'register', dest, input.verify_ticket)
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
    return signIn(services, tx, await lockPerson(tx, userId), mobile ? 'mobile' : 'email', client, true)
  })
}

/** The region of a number is its own; an e-mail's is chosen, else that of the language. */
async function countryOf(
  { database }: Services,
  { region }: CodeDestination,
  chosen: string | undefined,
  language: ApiCode,
): Promise<string> {
  const code = chosen ?? region ?? countryOfLanguage(language)
  const row = await database.read
    .selectFrom('region')
    .select('code')
    .where('code', '=', code)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw invalid('region', 'region_unsupported')
  return row.code
}
