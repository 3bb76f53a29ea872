import { randomInt } from 'node:crypto'
import { bindAccount, bindStatuses } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { readSqlState, uniqueViolation, type Transaction } from '../database/database.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { findProfile } from '../catalogue/canonical-link.ts'
import { isOnPlatform, platforms, normaliseUsername, cleanUsername } from '../catalogue/platforms.ts'
import type { Services } from '../services.ts'
import { findNextState } from './bind-states.ts'
import { beginVerification } from './verify-job.ts'
import { limitTable } from '../limits/table.ts'

type Input = v.InferOutput<typeof bindAccount.request>

const limits = [limitTable.bindings, limitTable.bindingTries]

/** Starts the verification of a social account, or of a failed one again. The result arrives later. */
export function serveBindAccount(app: FastifyInstance, services: Services): void {
  serve(
    app,
    bindAccount,
    async ({ input, person, transact }) =>
      transact(async tx => {
        await lockSignedIn(tx, person)
        const account = await insertBinding(tx, person.id, input, services.now())
        await beginVerification(services, tx, { account: account.public_id, attempt: account.attempt })
        return { id: account.public_id, bind_status: bindStatuses.binding, challenge: account.challenge }
      }),
    { limits },
  )
}

type PendingBinding = { readonly public_id: string; readonly challenge: string; readonly attempt: number }

async function insertBinding(tx: Transaction, userId: bigint, input: Input, at: Date): Promise<PendingBinding> {
  const platform = platforms.find(known => known.code === input.platform)
  if (!platform) throw refuseField('platform')
  if (!isOnPlatform(input.homepage_link, platform.hosts))
    throw new Refusal('link_invalid', { fields: { homepage_link: 'link_invalid' } })
  const normalisedName = normaliseUsername(input.username)
  if (normalisedName === '') throw refuseField('username', 'required')
  const profile = findProfile(input.homepage_link, platform)
  if (profile === undefined || normaliseUsername(profile.name) !== normalisedName)
    throw new Refusal('bind_name', { fields: { homepage_link: 'bind_name' } })
  const values = {
    platform: platform.code,
    username: cleanUsername(input.username),
    username_norm: normalisedName,
    link: profile.link,
  }
  const taken = new Refusal('bind_taken', { fields: { username: 'bind_taken' } })
  const failed = input.id ?? (await findFailedBinding(tx, userId, values))
  if (failed !== undefined) return repeatBinding(tx, userId, failed, values, taken)
  const made = await tx
    .insertInto('bind_account')
    .values({ public_id: createRandomId(), user_id: userId, ...values, challenge: newChallenge(), created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .returning(['public_id', 'challenge', 'attempt'])
    .executeTakeFirst()
  if (!made) throw taken
  return made
}

/** Typed again instead of tried again: one account is one row. */
async function findFailedBinding(
  tx: Transaction,
  userId: bigint,
  { platform, username_norm }: { platform: string; username_norm: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('bind_account')
    .select('public_id')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('username_norm', '=', username_norm)
    .where('status', '=', bindStatuses.failed)
    .executeTakeFirst()
  return row?.public_id
}

/** What a check finds of a profile, before it was checked. */
const nothingFound = { nickname: null, description: null, avatar: null, background: null, fans: null, reg_days: null }

/** The same row, the same challenge: what the person put into the profile stays right. What was found goes. */
async function repeatBinding(
  tx: Transaction,
  userId: bigint,
  id: string,
  values: { platform: string; username: string; username_norm: string; link: string },
  taken: Refusal,
): Promise<PendingBinding> {
  const row = await tx
    .selectFrom('bind_account')
    .select(['id', 'status'])
    .where('public_id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const status = findNextState(row.status, 'asked')
  if (status === undefined) throw new Refusal('conflict')
  try {
    return await tx
      .updateTable('bind_account')
      .set(change => ({ ...values, ...nothingFound, status, fail_reason: null, attempt: change('attempt', '+', 1) }))
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .returning(['public_id', 'challenge', 'attempt'])
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw readSqlState(error) === uniqueViolation ? taken : error
  }
}

/** Short enough to type into a profile, without look-alikes. */
function newChallenge(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return `adcoin-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
}
