import { addPayway, defaultPayway, normaliseNickname, removePayway, userPaywayList } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { PaywayField } from '../database/column-types.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { readConstraint, readSqlState, uniqueViolation, type Transaction } from '../database/database.ts'
import { textOf } from '../refusals/languages.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { checkPayPassword } from './pay-password-check.ts'
import { createRandomId } from '../secrets/create-token.ts'
import type { Services } from '../services.ts'
import { nameAccount, readFields } from './account-fields.ts'
import { sumHeldForYoung, computeMaximum, isYoung, newAccountMs, toWirePrice } from './price.ts'
import { maskAccount } from './withdrawal-row.ts'
import { limitTable } from '../limits/table.ts'

const mostAccounts = 5
const tries = [limitTable.personAttempts]

/**
 * Bank cards and payment accounts. The number is stored encrypted, found again by a keyed fingerprint, and never
 * answered.
 * Changes of one person's accounts happen one after another, so that there is one default and never a sixth account.
 */
export function servePaymentAccounts(app: FastifyInstance, services: Services): void {
  serve(app, userPaywayList, request => list(services, request))
  serve(app, addPayway, request => add(services, request), { limits: tries })
  serve(app, removePayway, request => remove(services, request))
  serve(app, defaultPayway, request => makeDefault(request))
}

async function list({ database, now }: Services, { person, language }: CallRequest<typeof userPaywayList>) {
  const rows = await database.read
    .selectFrom('user_payway')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select([
      'user_payway.public_id',
      'user_payway.holder_name',
      'user_payway.account_last4',
      'user_payway.is_default',
      'user_payway.status',
      'user_payway.created_at',
      'user_payway.usable_from',
      'payway.public_id as payway_id',
      'payway.name_i18n',
      'payway.kind',
      'payway.currency',
      'payway.scale',
      'payway.rate_num',
      'payway.rate_den',
      'payway.fee_bps',
      'payway.min',
      'payway.max',
      'bank.name as bank_name',
    ])
    .where('user_payway.user_id', '=', person.id)
    .where('user_payway.removed_at', 'is', null)
    .orderBy('user_payway.id')
    .limit(50)
    .execute()
  const held = rows.some(row => isYoung(row, now())) ? await sumHeldForYoung(database.read, person.id, now()) : 0n
  return {
    list: rows.map(row => ({
      id: row.public_id,
      payway_id: row.payway_id,
      payway_name: textOf(row.name_i18n, language),
      kind: row.kind,
      bank_name: row.bank_name,
      holder_name: row.holder_name,
      account_mask: maskAccount(row.account_last4),
      currency: row.currency,
      scale: row.scale,
      ...toWirePrice({ ...row, max: computeMaximum(row, now(), held) }),
      usable_from: isYoung(row, now()) ? row.usable_from.toISOString() : null,
      is_default: row.is_default,
      status: row.status,
      created_at: row.created_at.toISOString(),
    })),
  }
}

function remove({ now }: Services, { input, person, transact }: CallRequest<typeof removePayway>) {
  return transact(async tx => {
    await lockSignedIn(tx, person)
    const removed = await tx
      .updateTable('user_payway')
      .set({ removed_at: now(), is_default: false })
      .where('public_id', '=', input.id)
      .where('user_id', '=', person.id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found')
    await ensureDefault(tx, person.id)
    return {}
  })
}

function makeDefault({ input, person, transact }: CallRequest<typeof defaultPayway>) {
  return transact(async tx => {
    await lockSignedIn(tx, person)
    const wanted = await tx
      .selectFrom('user_payway')
      .select('id')
      .where('public_id', '=', input.id)
      .where('user_id', '=', person.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!wanted) throw new Refusal('not_found')
    await tx
      .updateTable('user_payway')
      .set({ is_default: false })
      .where('user_id', '=', person.id)
      .where('is_default', '=', true)
      .execute()
    await tx.updateTable('user_payway').set({ is_default: true }).where('id', '=', wanted.id).execute()
    return {}
  })
}

async function add(services: Services, { input, person, transact }: CallRequest<typeof addPayway>) {
  const { database, secrets, now } = services
  const way = await database.read
    .selectFrom('payway')
    .selectAll()
    .where('public_id', '=', input.payway_id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!way) throw refuseField('payway_id')
  const bank = way.need_bank ? await bankOf(services, input.bank_id, way.country) : null
  // Without controls and direction overrides: an operator compares it with the bank's.
  const holder = normaliseNickname(input.holder_name)
  if (holder === '') throw refuseField('holder_name', 'required')
  const read = readFields(way.fields, input.account, input.fields)
  if ('wrong' in read) throw new Refusal('payway_invalid', { fields: read.wrong })
  const number = read.values.account ?? ''
  if (bank && isOtherBank(way.fields, bank.code, number)) throw refuseField('bank_id')
  const account = await database.read
    .selectFrom('app_user')
    .select('pay_pwd_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  if (account.pay_pwd_hash !== null) {
    if (input.pay_passwd === undefined) throw refuseField('pay_passwd', 'required')
    await checkPayPassword(services, person.id, input.pay_passwd)
  }
  await requireRoom(services, person.id)
  await services.limits.take('payway-added', String(person.id), limitTable.accountsAdded)
  return transact(async tx => {
    await lockSignedIn(tx, person)
    const earlier = await tx.selectFrom('user_payway').select('removed_at').where('user_id', '=', person.id).execute()
    const active = earlier.filter(row => row.removed_at === null).length
    if (active >= mostAccounts) throw new Refusal('payway_most')
    await refuseTyped(tx, secrets.fingerprint(`${way.public_id}|${bank?.public_id ?? ''}|${number}`))
    const id = createRandomId()
    await tx
      .insertInto('user_payway')
      .values({
        public_id: id,
        user_id: person.id,
        payway_id: way.id,
        bank_id: bank?.id ?? null,
        holder_name: holder,
        account_enc: secrets.encrypt(JSON.stringify(read.values)),
        account_last4: number.slice(-4),
        account_fp: secrets.fingerprint(`${way.public_id}|${nameAccount(way.fields, read.values, bank?.public_id)}`),
        is_default: active === 0,
        usable_from: new Date(now().getTime() + (earlier.length === 0 ? 0 : newAccountMs)),
        removed_at: null,
        created_at: now(),
      })
      .execute()
      .catch(refuseTaken)
    return { id }
  })
}

/** Accounts of before 2026-11-28 are stored under the text that was typed. */
async function refuseTyped(tx: Transaction, account_fp: string): Promise<void> {
  const older = tx.selectFrom('user_payway').select('id').where('account_fp', '=', account_fp)
  if (await older.where('removed_at', 'is', null).executeTakeFirst()) throw takenAccount()
}

function refuseTaken(error: unknown): never {
  // It reveals that the number is registered, five times a day (accountsAdded): its owner must know why.
  if (readSqlState(error) === uniqueViolation && readConstraint(error) === 'user_payway_account') throw takenAccount()
  throw error
}

const takenAccount = () => new Refusal('payway_taken', { fields: { account: 'payway_taken' } })

async function bankOf({ database }: Services, id: string | undefined, country: string) {
  if (id === undefined) throw refuseField('bank_id', 'required')
  const bank = await database.read
    .selectFrom('bank')
    .select(['id', 'public_id', 'code'])
    .where('public_id', '=', id)
    .where('country', '=', country)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!bank) throw refuseField('bank_id')
  return bank
}

/** Whether a CLABE, which begins with the three digits of its bank, is of another bank than the chosen one. */
function isOtherBank(fields: readonly PaywayField[], code: string, number: string): boolean {
  const isClabe = fields.some(({ key, check }) => key === 'account' && check === 'clabe')
  return isClabe && /^[0-9]{3}$/.test(code) && !number.startsWith(code)
}

/** Checked before the day's number is counted; the binding check is under the lock. */
async function requireRoom({ database }: Services, userId: bigint): Promise<void> {
  const rows = await database.read
    .selectFrom('user_payway')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .limit(mostAccounts)
    .execute()
  if (rows.length >= mostAccounts) throw new Refusal('payway_most')
}

async function ensureDefault(tx: Transaction, userId: bigint): Promise<void> {
  const rows = await tx
    .selectFrom('user_payway')
    .select(['id', 'is_default'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  const [first] = rows
  if (first && !rows.some(row => row.is_default))
    await tx.updateTable('user_payway').set({ is_default: true }).where('id', '=', first.id).execute()
}
