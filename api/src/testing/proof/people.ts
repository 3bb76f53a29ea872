import { randomUUID } from 'node:crypto'
import { createAccount, newPublicId } from '../../accounts/create-account.ts'
import type { PayoutAccount } from '../../wallet/hold.ts'
import { randomId } from '../../secrets/secrets.ts'
import type { Services } from '../../services.ts'
import { post } from '../../ledger/ledger.ts'

export type Actor = { readonly id: bigint; readonly inviter: bigint; readonly account: PayoutAccount }

const startingCoin = 100_000n

/**
 * A ring of people, each invited by the one before, each with an account and some coin: made once, found again after a
 * kill.
 */
export async function ringOf(services: Services, size: number): Promise<readonly Actor[]> {
  const { database, secrets } = services
  await database.transaction(async tx => {
    const way = await tx.selectFrom('payway').select('id').where('public_id', '=', 'mx-spei').executeTakeFirstOrThrow()
    const have = await tx
      .selectFrom('user_payway')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
    for (let made = Number(have.n); made < size; made += 1) {
      const userId = await createAccount(tx, {
        publicId: newPublicId(),
        mobile: null,
        email: `${randomId()}@example.com`,
        countryCode: 'MX',
        pwdHash: null,
        language: 'en_US',
      })
      if (userId === null) throw new Error('no account was made')
      await tx
        .insertInto('user_payway')
        .values({
          public_id: randomId(),
          user_id: userId,
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
      const key = randomUUID()
      await post(tx, {
        kind: 'adjust',
        key: `adj:${key}`,
        refType: 'adjustment',
        refId: key,
        userId,
        legs: [
          { account: 'adjustment', amount: -startingCoin },
          { account: 'coin', userId, amount: startingCoin, label: 'adjust' },
        ],
      })
    }
  })
  const rows = await database.read
    .selectFrom('user_payway')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .select(['user_payway.id', 'user_payway.user_id', 'rate_num', 'rate_den', 'fee_bps', 'currency', 'scale'])
    .orderBy('user_payway.id')
    .limit(size)
    .execute()
  return rows.map((row, index) => ({
    id: row.user_id,
    inviter: rows.at(index - 1)?.user_id ?? row.user_id,
    account: row,
  }))
}
