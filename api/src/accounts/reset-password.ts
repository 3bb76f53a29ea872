import {
  changePassword,
  resetPasswordEmail,
  resetPasswordMobile,
  resetVerifyEmail,
  resetVerifyMobile,
  sendResetCodeEmail,
  sendResetCodeMobile,
  type ApiCode,
} from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sendCode } from '../codes/send-code.ts'
import { requireTicket, consumeTicket } from '../codes/tickets.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { createKeyedTurns } from '../limits/gate.ts'
import { tryWithinLimits } from '../limits/limits.ts'
import { limitTable } from '../limits/table.ts'
import type { Services } from '../services.ts'
import { endSessions, wasSignedInFrom } from '../sessions/session.ts'
import type { Client } from '../http/http-dependencies.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { findAccount, exchangeForTicket, serveDestinations, type CodeDestination } from './destination.ts'
import { prepareLoginPassword, rememberPassword, type HashedPassword } from './passwords-of-person.ts'
import { freezeWithdrawals, notifyOwner, unlinkIdentities } from './security-change.ts'

const ticketSeconds = 600
const tries = [limitTable.publicAttempts]
const turns = createKeyedTurns()

/** A forgotten password (code, ticket, new password) and a known one that is changed. */
export function servePasswordReset(app: FastifyInstance, services: Services): void {
  serveDestinations(app, [sendResetCodeMobile, sendResetCodeEmail], 'every', (destination, request) =>
    send(services, destination, request),
  )
  const verify = exchangeForTicket(services, 'reset', ticketSeconds)
  serveDestinations(app, [resetVerifyMobile, resetVerifyEmail], 'every', verify, { limits: tries })
  serveDestinations(
    app,
    [resetPasswordMobile, resetPasswordEmail],
    'every',
    (destination, request) => reset(services, destination, request),
    { limits: tries },
  )
  serve(app, changePassword, request => change(services, request))
}

type SendRequest = { readonly language: ApiCode; readonly client: Client; readonly token: string | undefined }

async function send(services: Services, destination: CodeDestination, { language, client, token }: SendRequest) {
  const { channel, dest } = destination
  const { read } = services.database
  const account = await findAccount(read, destination)
  const isKnown = await wasSignedInFrom(read, account?.id, client, token)
  return sendCode(
    services,
    {
      purpose: 'reset',
      channel,
      dest,
      userId: account?.id ?? null,
      language,
      isKnown,
      ...(account ? {} : { instead: 'no_account' as const }),
    },
    client.ip,
  )
}

type ResetRequest = CallRequest<typeof resetPasswordMobile> | CallRequest<typeof resetPasswordEmail>

/**
 * Ends every session but the one that asks, and freezes withdrawals for 24 h: a code alone must not move money. The app
 * replaces that session by a login with the new password.
 */
async function reset(services: Services, destination: CodeDestination, request: ResetRequest) {
  const { input, language, token, transact } = request
  const { dest } = destination
  await requireTicket(services, services.database.read, 'reset', dest, input.verify_ticket)
  const account = await personBy(services, (await findAccount(services.database.read, destination))?.id)
  const password = await prepareLoginPassword(services, input, checkedAgainst(account))
  const asking = await services.findPerson(token)
  return transact(async tx => {
    await consumeTicket(services, tx, 'reset', dest, input.verify_ticket)
    await store(services, tx, account.id, password)
    await endSessions(
      tx,
      account.id,
      'password_reset',
      services.now(),
      asking?.id === account.id ? asking.sessionId : undefined,
    )
    // A code by SMS proves nothing about the e-mail of the account.
    await unlinkIdentities(tx, account.id, destination.channel === 'sms')
    // A thief who knew the old password may have added one.
    await tx.deleteFrom('passkey').where('user_id', '=', account.id).execute()
    await freezeWithdrawals(services, tx, account.id)
    await notifyOwner(services, tx, account, 'password_reset', language)
    return {}
  })
}

function change(services: Services, { input, person, transact }: CallRequest<typeof changePassword>) {
  const { limits, passwords, now } = services
  const counter = { name: 'old-password', subject: String(person.id), limit: limitTable.oldPassword }
  return turns(String(person.id), async () => {
    const account = await personBy(services, person.id)
    await passwords.inTurn('proved', async ({ matches }) => {
      if (await tryWithinLimits(limits, [counter], async () => !(await matches(input.old_passwd, account.pwd_hash))))
        throw new Refusal('old_pwd_wrong', { fields: { old_passwd: 'old_pwd_wrong' } })
    })
    const password = await prepareLoginPassword(services, input, checkedAgainst(account))
    return transact(async tx => {
      // A reset may have come in between: it wins over who knows the old password.
      if ((await lockPerson(tx, account.id)).pwd_hash !== account.pwd_hash)
        throw new Refusal('old_pwd_wrong', { fields: { old_passwd: 'old_pwd_wrong' } })
      await store(services, tx, account.id, password)
      await endSessions(tx, account.id, 'password_changed', now(), person.sessionId)
      return {}
    })
  })
}

async function personBy({ database }: Services, id: bigint | undefined) {
  const person =
    id === undefined
      ? undefined
      : await database.read
          .selectFrom('app_user')
          .select(['id', 'public_id', 'pwd_hash', 'pay_pwd_hash', 'mobile_e164', 'email_norm'])
          .where('id', '=', id)
          .executeTakeFirst()
  if (!person) throw new Refusal('ticket_invalid')
  return person
}

/** The person to whose data and earlier passwords a new one is compared. */
function checkedAgainst(account: Awaited<ReturnType<typeof personBy>>) {
  const { id: userId, public_id: publicId, mobile_e164, email_norm, pay_pwd_hash: other } = account
  return { notEqual: [mobile_e164, email_norm], other, publicId, userId }
}

async function store({ now }: Services, tx: Transaction, userId: bigint, password: HashedPassword): Promise<void> {
  await tx.updateTable('app_user').set({ pwd_hash: password.hash }).where('id', '=', userId).execute()
  await rememberPassword(tx, userId, 'login', password.historyHash)
  await addToInbox(tx, userId, { kind: 'login_password_changed', at: now() })
}
