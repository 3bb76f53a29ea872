import { calculateFee, calculatePayout } from '@adcoin/contract'
import { findLatestEnd } from '../../clock.ts'
import type { Transaction } from '../../database/database.ts'
import { codeLife } from '../../messages/messages.ts'
import { createRandomId } from '../../secrets/create-token.ts'
import type { Services } from '../../services.ts'
import { lockPerson } from '../../sessions/lock-person.ts'
import { openSession } from '../../sessions/session.ts'
import { bindWithdrawal } from '../../wallet/withdraw.ts'
import { personWithAccount } from '../person-with-account.ts'

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
  const fee = calculateFee(amount, BigInt(way.fee_bps))
  const quote = {
    fee: String(fee),
    payout: String(calculatePayout(amount - fee, way.rate_num, way.rate_den)),
    rate_num: String(way.rate_num),
    rate_den: String(way.rate_den),
  }
  const made = []
  for (let index = 0; index < number; index += 1) {
    const { token, key, account } = await database.transaction(tx => makePerson(services, tx, hash))
    made.push({
      token,
      key,
      withdrawal: { amount: String(amount), user_payway_id: account, pay_passwd: password, verify_code: code, quote },
    })
  }
  return made
}

async function makePerson(services: Services, tx: Transaction, hash: string) {
  const { id, email, account } = await personWithAccount(services, tx, amount)
  await tx.updateTable('app_user').set({ pwd_hash: hash, pay_pwd_hash: hash }).where('id', '=', id).execute()
  await giveCode(services, tx, id, email, account)
  const client = { ip: '127.0.0.1', userAgent: 'bench' }
  const { token } = await openSession(tx, await lockPerson(tx, id), 'email', client, services.now())
  return { token, key: createRandomId(), account }
}

async function giveCode({ secrets, now }: Services, tx: Transaction, userId: bigint, email: string, account: string) {
  const boundTo = bindWithdrawal(String(amount), account)
  await tx
    .insertInto('verify_code')
    .values({
      purpose: 'withdraw',
      channel: 'email',
      dest: email,
      user_id: userId,
      bound_to: boundTo,
      max_tries: 3,
      // The latest end that does not look like that of a wrong clock.
      expires_at: findLatestEnd(now(), codeLife * 1000),
      code_hmac: secrets.keyed('code', `withdraw|${email}|${boundTo}|${code}`),
    })
    .execute()
}
