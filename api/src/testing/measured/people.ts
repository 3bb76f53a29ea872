import { feeOf, payoutOf } from '@adcoin/contract'
import { createAccount, newPublicId } from '../../accounts/create-account.ts'
import type { Transaction } from '../../database/database.ts'
import { post } from '../../ledger/ledger.ts'
import { randomId } from '../../secrets/secrets.ts'
import type { Services } from '../../services.ts'
import { lockPerson } from '../../sessions/lock-person.ts'
import { openSession } from '../../sessions/session.ts'
import { withdrawalBinding } from '../../wallet/withdraw.ts'

const [password, code, amount] = ['bench horse', '1234', 20_000n]

/** People with coin, an account to be paid to, a trading password and a code: one withdrawal each may be asked for. */
export async function peopleWhoMayWithdraw(services: Services, number: number) {
  const { database, passwords } = services
  const hash = await passwords.hash(password)
  const way = await database.read
    .selectFrom('payway')
    .selectAll()
    .where('public_id', '=', 'mx-spei')
    .executeTakeFirstOrThrow()
  const fee = feeOf(amount, BigInt(way.fee_bps))
  const quote = {
    fee: String(fee),
    payout: String(payoutOf(amount - fee, way.rate_num, way.rate_den)),
    rate_num: String(way.rate_num),
    rate_den: String(way.rate_den),
  }
  const made = []
  for (let index = 0; index < number; index += 1) {
    const { token, key, account } = await database.transaction(tx => makePerson(services, tx, way.id, hash))
    made.push({
      token,
      key,
      withdrawal: { amount: String(amount), user_payway_id: account, pay_passwd: password, verify_code: code, quote },
    })
  }
  return made
}

async function makePerson(services: Services, tx: Transaction, wayId: bigint, hash: string) {
  const [email, account, key] = [`${randomId()}@example.com`, randomId(), randomId()]
  const id = await createAccount(tx, {
    publicId: newPublicId(),
    mobile: null,
    email,
    countryCode: 'MX',
    pwdHash: hash,
    language: 'en_US',
  })
  if (id === null) throw new Error('no account was made')
  await tx.updateTable('app_user').set({ pay_pwd_hash: hash }).where('id', '=', id).execute()
  await tx
    .insertInto('user_payway')
    .values({
      public_id: account,
      user_id: id,
      payway_id: wayId,
      bank_id: null,
      holder_name: 'A',
      account_enc: services.secrets.encrypt('{}'),
      account_last4: '0000',
      account_fp: randomId(),
      is_default: true,
      removed_at: null,
    })
    .execute()
  await post(tx, {
    kind: 'adjust',
    key: `adj:${key}`,
    refType: 'adjustment',
    refId: key,
    userId: id,
    legs: [
      { account: 'adjustment', amount: -amount },
      { account: 'coin', userId: id, amount, label: 'adjust' },
    ],
  })
  await giveCode(services, tx, id, email, account)
  const client = { ip: '127.0.0.1', userAgent: 'bench' }
  const { token } = await openSession(tx, await lockPerson(tx, id), 'email', client, services.now())
  return { token, key, account }
}

async function giveCode({ secrets, now }: Services, tx: Transaction, userId: bigint, email: string, account: string) {
  const boundTo = withdrawalBinding(String(amount), account)
  await tx
    .insertInto('verify_code')
    .values({
      purpose: 'withdraw',
      channel: 'email',
      dest: email,
      user_id: userId,
      bound_to: boundTo,
      max_tries: 3,
      expires_at: new Date(now().getTime() + 3_600_000),
      code_hmac: secrets.keyed('code', `withdraw|${email}|${boundTo}|${code}`),
    })
    .execute()
}
