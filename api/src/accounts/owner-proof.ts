import { proveOwner, sendOwnCode } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { exchangeCode } from '../codes/codes.ts'
import { sendCode } from '../codes/send-code.ts'
import { giveTicket } from '../codes/tickets.ts'
import type { Queries } from '../database/database.ts'
import type { Channel } from '../database/column-types.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { limitTable } from '../limits/table.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { checkLoginPassword } from './login-password-again.ts'
import { maskEmail, maskMobile } from './phone.ts'

const ticketSeconds = 600
const tries = [limitTable.personAttempts]

/** Shows once more that it is the owner: a password or a code, and the ticket for what follows. */
export function serveOwnerProof(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, sendOwnCode, async ({ input, person, language, client }) => {
    const { channel, dest, mask } = chooseDestination(await readOwner(database.read, person.id))
    const sent = await sendCode(
      services,
      { purpose: input.scene, channel, dest, userId: person.id, language },
      client.ip,
    )
    return { ...sent, dest_mask: mask }
  })
  serve(app, proveOwner, request => prove(services, request), { limits: tries })
}

async function prove(services: Services, { input, person, client, transact }: CallRequest<typeof proveOwner>) {
  const owner = await readOwner(services.database.read, person.id)
  const hasPassword = owner.pwd_hash !== null
  if (hasPassword) await checkLoginPassword(services, owner, input.passwd)
  else if (input.verify_code === undefined) throw refuseField('verify_code', 'required')
  return transact(async tx => {
    // A reset may have come in between: it wins over who knows the old password.
    if ((await lockPerson(tx, owner.id)).pwd_hash !== owner.pwd_hash)
      throw new Refusal('old_pwd_wrong', { fields: { passwd: 'old_pwd_wrong' } })
    const ticket = { purpose: 'owner', dest: nameOwnerTicket(owner.id), seconds: ticketSeconds } as const
    if (hasPassword) return giveTicket(services, tx, ticket)
    const tried = { purpose: 'prove', dest: chooseDestination(owner).dest, code: input.verify_code ?? '' } as const
    return exchangeCode(services, tx, tried, ticket, client.ip)
  })
}

/** Purpose of an owner's ticket: this person alone. */
export const nameOwnerTicket = (userId: bigint): string => `owner:${userId}`

export type Owner = Awaited<ReturnType<typeof readOwner>>

export async function readOwner(db: Queries, userId: bigint) {
  return db
    .selectFrom('app_user')
    .select(['id', 'public_id', 'pwd_hash', 'mobile_e164', 'mobile_sag', 'email_norm'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Destination of an account's codes: its number, or its address if it has none. */
export function chooseDestination({ mobile_e164, mobile_sag, email_norm }: Owner): {
  channel: Channel
  dest: string
  mask: string
} {
  if (mobile_e164 !== null)
    return { channel: 'sms', dest: mobile_e164, mask: maskMobile(mobile_e164, mobile_sag ?? '') }
  if (email_norm === null) throw new Refusal('email_invalid')
  return { channel: 'email', dest: email_norm, mask: maskEmail(email_norm) }
}
