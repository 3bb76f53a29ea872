import { addPasskey, loginPasskey, passkeys, passkeyToAdd, passkeyToLogin, removePasskey } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { chooseDestination, readOwner, nameOwnerTicket } from '../accounts/owner-proof.ts'
import { notifyOwner } from '../accounts/security-change.ts'
import { signInPerson } from '../accounts/login.ts'
import { consumeTicket } from '../codes/tickets.ts'
import type { Queries } from '../database/database.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { limitTable } from '../limits/table.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createRandomId } from '../secrets/create-token.ts'
import type { Register, Services } from '../services.ts'
import { lockPerson, lockSignedIn } from '../sessions/lock-person.ts'
import {
  findConfirmTime,
  giveChallenge,
  toUserHandle,
  giveLoginChallenge,
  findPasskeyOwner,
  passkeyUses,
  readNewPasskey,
  consumeProof,
  loadPasskeyLibrary,
} from './passkey-proof.ts'

/** Of one account. */
const most = 10
const tries = [limitTable.personAttempts]
const calls = [limitTable.passkeyCalls]

/** Passkeys of a person: seen, added, removed, and used to log in. */
export const registerPasskeys: Register = (app, services) => {
  serveOwnPasskeys(app, services)
  servePasskeyLogin(app, services)
}

function serveOwnPasskeys(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, passkeys, async ({ person }) => ({ list: (await listOf(database.read, person.id)).map(onWire) }))
  serve(app, passkeyToAdd, async ({ input, person, transact }) => {
    const owner = await readOwner(database.read, person.id)
    return transact(async tx => {
      await lockSignedIn(tx, person)
      const list = await listOf(tx, person.id)
      if (list.length >= most) throw new Refusal('passkey_most')
      await consumeTicket(services, tx, 'owner', nameOwnerTicket(person.id), input.verify_ticket)
      return {
        ...(await giveChallenge(services, tx, passkeyUses.add(person.id))),
        user_handle: toUserHandle(person.publicId),
        name: chooseDestination(owner).mask,
        exclude: list.map(passkey => passkey.credential_id),
      }
    })
  })
  serve(app, addPasskey, request => add(services, request), { limits: tries })
  serve(app, removePasskey, async ({ input, person, transact }) =>
    transact(async tx => {
      await lockSignedIn(tx, person)
      const removed = await tx
        .deleteFrom('passkey')
        .where('public_id', '=', input.id)
        .where('user_id', '=', person.id)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw new Refusal('not_found')
      return {}
    }),
  )
}

async function add(services: Services, { input, person, client, language, transact }: CallRequest<typeof addPasskey>) {
  await loadPasskeyLibrary()
  return transact(async tx => {
    await lockSignedIn(tx, person)
    // The challenge may have been given before the others were added.
    if ((await listOf(tx, person.id)).length >= most) throw new Refusal('passkey_most')
    const verified = await readNewPasskey(services, tx, passkeyUses.add(person.id), input)
    const row = {
      public_id: createRandomId(),
      user_agent: client.userAgent,
      created_at: services.now(),
      last_used_at: null,
    }
    const added = await tx
      .insertInto('passkey')
      .values({ ...verified, ...row, user_id: person.id })
      .onConflict(conflict => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal('passkey_failed')
    await notifyOwner(services, tx, await readOwner(tx, person.id), 'passkey_added', language)
    return onWire(row)
  })
}

function servePasskeyLogin(app: FastifyInstance, services: Services): void {
  serve(app, passkeyToLogin, async () => giveLoginChallenge(services), { limits: calls })
  serve(
    app,
    loginPasskey,
    async ({ input, client, transact }) => {
      await loadPasskeyLibrary()
      return transact(async tx => {
        const userId = await findPasskeyOwner(tx, input)
        const person = await lockPerson(tx, userId)
        await consumeProof(services, tx, input, { userId })
        return signInPerson(services, tx, person, person.mobile_sag === null ? 'email' : 'mobile', client, false)
      })
    },
    { limits: calls },
  )
}

function listOf(db: Queries, userId: bigint) {
  return db
    .selectFrom('passkey')
    .select(['public_id', 'credential_id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

type ListedPasskey = Omit<Awaited<ReturnType<typeof listOf>>[number], 'credential_id'>

function onWire({ public_id, user_agent, created_at, last_used_at }: ListedPasskey) {
  return {
    id: public_id,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    confirms_from: findConfirmTime(created_at).toISOString(),
  }
}
