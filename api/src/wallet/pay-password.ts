import {
  changePayPassword,
  resetPayPasswordEmail,
  resetPayPasswordMobile,
  sendPayCodeEmail,
  sendPayCodeMobile,
  setPayPassword,
} from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { maskEmail, maskMobile } from '../accounts/phone.ts'
import { checkLoginPassword } from '../accounts/login-password-again.ts'
import { prepareNewPassword, rememberPassword, type HashedPassword } from '../accounts/passwords-of-person.ts'
import { freezeWithdrawals, notifyOwner } from '../accounts/security-change.ts'
import { consumeCode } from '../codes/codes.ts'
import { sendCode } from '../codes/send-code.ts'
import type { Queries, Transaction } from '../database/database.ts'
import type { Channel } from '../database/column-types.ts'
import { requireAccount, bindWithdrawal } from './withdraw.ts'
import { maskAccount } from './withdrawal-row.ts'
import { formatPlainAmount } from './withdrawal-decisions.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { serve, type CallRequest } from '../http/serve.ts'
import { addToInbox } from '../inbox/inbox.ts'
import type { Services } from '../services.ts'
import { checkPayPassword } from './pay-password-check.ts'
import { limitTable } from '../limits/table.ts'

const tries = [limitTable.personAttempts]

/**
 * The trading password: set once, changed with the old one, reset with a code; and the codes for it and for
 * withdrawals.
 */
export function servePayPassword(app: FastifyInstance, services: Services): void {
  serve(app, setPayPassword, request => set(services, request), { limits: tries })
  serve(app, changePayPassword, request => change(services, request), { limits: tries })
  serve(app, resetPayPasswordMobile, request => reset(services, request, 'sms'), { limits: tries })
  serve(app, resetPayPasswordEmail, request => reset(services, request, 'email'), { limits: tries })
  serve(app, sendPayCodeMobile, request => send(services, request, 'sms'))
  serve(app, sendPayCodeEmail, request => send(services, request, 'email'))
}

async function set(services: Services, { input, person, transact }: CallRequest<typeof setPayPassword>) {
  const owner = await ownerOf(services.database.read, person.id)
  if (owner.pay_pwd_hash !== null) throw new Refusal('conflict')
  if (owner.pwd_hash !== null) await checkLoginPassword(services, owner, input.passwd)
  else if (input.verify_code === undefined) throw refuseField('verify_code', 'required')
  const password = await prepare(services, owner, input)
  return transact(async tx => {
    await lockSignedIn(tx, person)
    if (owner.pwd_hash === null)
      await consumeCode(services, tx, {
        purpose: 'reset_pay',
        dest: destOf(owner, owner.mobile_e164 ? 'sms' : 'email'),
        code: input.verify_code ?? '',
      })
    const changed = await tx
      .updateTable('app_user')
      .set({ pay_pwd_hash: password.hash, pay_fail_count: 0, pay_locked_until: null })
      .where('id', '=', person.id)
      .where('pay_pwd_hash', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal('conflict')
    await remember(services, tx, person.id, password)
    return {}
  })
}

async function change(services: Services, { input, person, transact }: CallRequest<typeof changePayPassword>) {
  const owner = await ownerOf(services.database.read, person.id)
  await checkPayPassword(services, person.id, input.old_pay_passwd, 'old_pay_passwd')
  const password = await prepare(services, owner, input)
  return transact(async tx => {
    // A reset may have come in between: it wins over who knows the old one.
    if ((await lockSignedIn(tx, person)).pay_pwd_hash !== owner.pay_pwd_hash)
      throw new Refusal('pay_pwd_wrong', { fields: { old_pay_passwd: 'pay_pwd_wrong' } })
    await store(services, tx, owner, password)
    return {}
  })
}

type ResetRequest = CallRequest<typeof resetPayPasswordMobile> | CallRequest<typeof resetPayPasswordEmail>

/** A code instead of the old one; withdrawals pause for 24 h and the owner gets a notice. */
async function reset(services: Services, { input, person, language, transact }: ResetRequest, channel: Channel) {
  const owner = await ownerOf(services.database.read, person.id)
  const dest = destOf(owner, channel)
  await requireCode(services, dest)
  const password = await prepare(services, owner, input)
  return transact(async tx => {
    await lockSignedIn(tx, person)
    await consumeCode(services, tx, { purpose: 'reset_pay', dest, code: input.verify_code })
    await store(services, tx, owner, password)
    await freezeWithdrawals(services, tx, person.id)
    await notifyOwner(services, tx, owner, 'trading_password_reset', language)
    return {}
  })
}

type SendRequest = CallRequest<typeof sendPayCodeMobile> | CallRequest<typeof sendPayCodeEmail>

/**
 * To the account's own number or address, never to one that was sent. A code to withdraw is bound to amount and
 * account, and names both.
 */
async function send(services: Services, { input, person, language, client }: SendRequest, channel: Channel) {
  const { database } = services
  const owner = await ownerOf(database.read, person.id)
  const dest = destOf(owner, channel)
  const common = { channel, dest, userId: person.id, language } as const
  const mask = { dest_mask: channel === 'sms' ? maskMobile(dest, owner.mobile_sag ?? '') : maskEmail(dest) }
  if (input.scene === 'reset_pay')
    return { ...(await sendCode(services, { ...common, purpose: 'reset_pay' }, client.ip)), ...mask }
  if (channel === 'email' && owner.mobile_e164 !== null) throw new Refusal('forbidden')
  const account = await requireAccount(database.read, person.id, input.user_payway_id)
  const vars = { amount: formatPlainAmount(BigInt(input.amount)), account: maskAccount(account.account_last4) }
  return {
    ...(await sendCode(
      services,
      { ...common, purpose: 'withdraw', boundTo: bindWithdrawal(input.amount, input.user_payway_id), vars },
      client.ip,
    )),
    ...mask,
  }
}

type Owner = Awaited<ReturnType<typeof ownerOf>>

async function ownerOf(db: Queries, userId: bigint) {
  return db
    .selectFrom('app_user')
    .select(['id', 'public_id', 'pwd_hash', 'pay_pwd_hash', 'mobile_e164', 'mobile_sag', 'email_norm'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

function destOf(owner: Owner, channel: Channel): string {
  const dest = channel === 'sms' ? owner.mobile_e164 : owner.email_norm
  if (dest === null) throw new Refusal(channel === 'sms' ? 'mobile_invalid' : 'email_invalid')
  return dest
}

/** No live code: nothing is hashed. The code itself is compared later, once. */
async function requireCode({ database, now }: Services, dest: string): Promise<void> {
  const live = await database.read
    .selectFrom('verify_code')
    .select('id')
    .where('purpose', '=', 'reset_pay')
    .where('dest', '=', dest)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now())
    .limit(1)
    .executeTakeFirst()
  if (!live) throw new Refusal('code_wrong', { fields: { verify_code: 'code_wrong' } })
}

function prepare(
  services: Services,
  owner: Owner,
  input: { pay_passwd: string; confirm_pay_passwd: string },
): Promise<HashedPassword> {
  return prepareNewPassword(services, {
    kind: 'pay',
    password: input.pay_passwd,
    confirmation: input.confirm_pay_passwd,
    passwordField: 'pay_passwd',
    confirmationField: 'confirm_pay_passwd',
    notEqual: [owner.mobile_e164, owner.email_norm],
    other: owner.pwd_hash,
    publicId: owner.public_id,
    userId: owner.id,
  })
}

async function store(services: Services, tx: Transaction, owner: Owner, password: HashedPassword): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ pay_pwd_hash: password.hash, pay_fail_count: 0, pay_locked_until: null })
    .where('id', '=', owner.id)
    .execute()
  await remember(services, tx, owner.id, password)
}

async function remember({ now }: Services, tx: Transaction, userId: bigint, { historyHash }: HashedPassword) {
  await rememberPassword(tx, userId, 'pay', historyHash)
  await addToInbox(tx, userId, { kind: 'trading_password_changed', at: now() })
}
