import { createAccount, newPublicId } from '../accounts/create-account.ts'
import type { Transaction } from '../database/database.ts'
import { post } from '../ledger/ledger.ts'
import { createRandomId } from '../secrets/create-token.ts'
import type { Services } from '../services.ts'

/** A person with coin and an account to be paid to. */
export async function personWithAccount({ secrets }: Services, tx: Transaction, coin: bigint) {
  const [email, account] = [`${createRandomId()}@example.com`, createRandomId()]
  const person = { publicId: newPublicId(), mobile: null, email, countryCode: 'MX', pwdHash: null }
  const id = await createAccount(tx, { ...person, language: 'en_US' })
  if (id === null) throw new Error('no account was made')
  const way = await tx.selectFrom('payway').select('id').where('public_id', '=', 'mx-spei').executeTakeFirstOrThrow()
  await tx
    .insertInto('user_payway')
    .values({
      public_id: account,
      user_id: id,
      payway_id: way.id,
      holder_name: 'A',
      account_enc: secrets.encrypt('{}'),
      account_last4: '0000',
      account_fp: createRandomId(),
      is_default: true,
    })
    .execute()
  await adjust(tx, id, coin)
  return { id, email, account }
}

/** Gives a person coin as an operator's correction does, through a real posting. */
export async function adjust(tx: Transaction, userId: bigint, amount: bigint): Promise<void> {
  const key = createRandomId()
  await post(tx, {
    kind: 'adjust',
    key: `adj:${key}`,
    refType: 'adjustment',
    refId: key,
    userId,
    legs: [
      { account: 'adjustment', amount: -amount },
      { account: 'coin', userId, amount, label: 'adjust' },
    ],
  })
}
