import {
  changeContactEmail,
  changeContactMobile,
  sendContactCodeEmail,
  sendContactCodeMobile,
  type ApiCode,
} from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { consumeCode, revokeProofs } from '../codes/codes.ts'
import { sendCode } from '../codes/send-code.ts'
import { requireTicket, consumeTicket } from '../codes/tickets.ts'
import { readSqlState, uniqueViolation, type Transaction } from '../database/database.ts'
import type { Client, SignedInPerson } from '../http/http-dependencies.ts'
import type { CallRequest } from '../http/serve.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { limitTable } from '../limits/table.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { findAccount, serveDestinations, type CodeDestination } from './destination.ts'
import { readOwner, nameOwnerTicket, type Owner } from './owner-proof.ts'
import { freezeWithdrawals, notifyOwner, unlinkIdentities } from './security-change.ts'

const sends = [limitTable.contactSends]
const tries = [limitTable.personAttempts]

/**
 * Another number or address, or a first one. The owner is proved before (owner-proof.ts), the new place by a code. One
 * that is taken gets the same answers; only what its owner reads differs.
 */
export function serveChangeContact(app: FastifyInstance, services: Services): void {
  serveDestinations(
    app,
    [sendContactCodeMobile, sendContactCodeEmail],
    'offered',
    (destination, request) => send(services, destination, request),
    { limits: sends },
  )
  serveDestinations(
    app,
    [changeContactMobile, changeContactEmail],
    'offered',
    (destination, request) => change(services, destination, request),
    { limits: tries },
  )
}

type SendRequest = {
  readonly input: { readonly verify_ticket: string }
  readonly person: SignedInPerson
  readonly language: ApiCode
  readonly client: Client
}

async function send(
  services: Services,
  destination: CodeDestination,
  { input, person, language, client }: SendRequest,
) {
  const { channel, dest } = destination
  await requireTicket(services, services.database.read, 'owner', nameOwnerTicket(person.id), input.verify_ticket)
  const taken = await findAccount(services.database.read, destination)
  return sendCode(
    services,
    {
      purpose: 'contact',
      channel,
      dest,
      userId: person.id,
      boundTo: nameOwnerTicket(person.id),
      language,
      ...(taken ? { instead: 'contact_taken' as const } : {}),
    },
    client.ip,
  )
}

type ChangeRequest = CallRequest<typeof changeContactMobile> | CallRequest<typeof changeContactEmail>

async function change(services: Services, destination: CodeDestination, request: ChangeRequest) {
  const { input, person, language, transact } = request
  const owned = nameOwnerTicket(person.id)
  await requireTicket(services, services.database.read, 'owner', owned, input.verify_ticket)
  const wrong = () => new Refusal('code_wrong', { fields: { verify_code: 'code_wrong' } })
  return transact(async tx => {
    await lockSignedIn(tx, person)
    await consumeCode(services, tx, {
      purpose: 'contact',
      dest: destination.dest,
      boundTo: owned,
      code: input.verify_code,
    })
    await consumeTicket(services, tx, 'owner', owned, input.verify_ticket)
    await replace(services, tx, await readOwner(tx, person.id), destination, language)
    return {}
  }).catch((error: unknown) => {
    // Taken since the code was sent: what a code to a taken place answers.
    throw readSqlState(error) === uniqueViolation ? wrong() : error
  })
}

/** Of two changes at once the second finds no ticket: the first consumes every open ticket of the person. */
async function replace(
  services: Services,
  tx: Transaction,
  owner: Owner,
  { channel, dest, sag }: CodeDestination,
  language: ApiCode,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set(channel === 'sms' ? { mobile_e164: dest, mobile_sag: sag } : { email_norm: dest })
    .where('id', '=', owner.id)
    .execute()
  const earlier = channel === 'sms' ? owner.mobile_e164 : owner.email_norm
  for (const place of [nameOwnerTicket(owner.id), earlier]) if (place !== null) await revokeProofs(services, tx, place)
  if (channel === 'email') await unlinkIdentities(tx, owner.id)
  await freezeWithdrawals(services, tx, owner.id)
  await notifyOwner(services, tx, owner, 'contact_changed', language)
  await addToInbox(tx, owner.id, { kind: 'contact_changed', at: services.now() })
}
