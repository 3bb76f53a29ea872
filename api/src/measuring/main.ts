import Fastify from 'fastify'
import { feeOf, payoutOf } from '@adcoin/contract'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { readConfig } from '../config.ts'
import { withdrawalBinding } from '../finance/withdraw.ts'
import { post } from '../ledger/ledger.ts'
import { logTo } from '../log.ts'
import { randomId } from '../secrets/secrets.ts'
import type { Services } from '../services.ts'
import { openSession } from '../sessions/session.ts'
import { assemble, engineOf } from '../start.ts'

/**
 * main.ts <people> [cheap]: the service with people who may withdraw at once, and an empty route beside it, for a load generator in
 * another process; `cheap` for passwords that cost nothing to compare, where they are not what is looked at. Prints one JSON line: addresses, tokens and the bodies of one withdrawal each. Ends with SIGTERM.
 */
const count = Number(process.argv[2] ?? 100)
const config = readConfig({ ...process.env, NODE_ENV: 'test', OIDC_DEVELOPMENT: 'off', ADDRESS_LIMIT_FACTOR: '100000' })
const log = logTo('error')
const { app, services, stop } = await assemble(config, {
  engine: await engineOf(config, log),
  log,
  ...(process.argv[3] === 'cheap' ? { passwordCost: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 } } : {}),
})
const empty = Fastify()
empty.get('/', async () => ({}))
await Promise.all([app.listen({ host: '127.0.0.1', port: 0 }), empty.listen({ host: '127.0.0.1', port: 0 })])
await services.jobs.start()
const people = await peopleWhoMayWithdraw(services, count)
process.stdout.write(
  `${JSON.stringify({ engine: services.database.engine.name, service: addressOf(app.server), empty: addressOf(empty.server), people })}\n`,
)
process.once('SIGTERM', () => void Promise.all([empty.close(), stop()]).then(() => process.exit(0)))

function addressOf(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

async function peopleWhoMayWithdraw({ database, passwords, secrets, now }: Services, number: number) {
  const [password, code, amount] = ['bench horse', '1234', 20_000n]
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
    made.push(
      await database.transaction(async tx => {
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
            payway_id: way.id,
            bank_id: null,
            holder_name: 'A',
            account_enc: secrets.encrypt('{}'),
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
        await tx
          .insertInto('verify_code')
          .values({
            purpose: 'withdraw',
            channel: 'email',
            dest: email,
            user_id: id,
            bound_to: withdrawalBinding(String(amount), account),
            max_tries: 3,
            expires_at: new Date(now().getTime() + 3_600_000),
            code_hmac: secrets.keyed('code', `withdraw|${email}|${withdrawalBinding(String(amount), account)}|${code}`),
          })
          .execute()
        const { token } = await openSession(tx, id, 'email', { ip: '127.0.0.1', userAgent: 'bench' }, now())
        return {
          token,
          key,
          withdrawal: {
            amount: String(amount),
            user_payway_id: account,
            pay_passwd: password,
            verify_code: code,
            quote,
          },
        }
      }),
    )
  }
  return made
}
