import type { Queries } from '../database/database.ts'
import type { Payout, PayoutQuestion } from '../providers/provider.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Services } from '../services.ts'

/**
 * A withdrawal as the provider is asked about it, under its key of now or the given one, and its state. `payout` is
 * null once the owner has deleted the account: then nothing can be sent, and questions go on.
 */
export async function findPayout({ secrets }: Services, db: Queries, publicId: string, key?: string) {
  const row = await db
    .selectFrom('withdrawal')
    .innerJoin('user_payway', 'user_payway.id', 'withdrawal.user_payway_id')
    .innerJoin('payway', 'payway.id', 'user_payway.payway_id')
    .leftJoin('bank', 'bank.id', 'user_payway.bank_id')
    .select([
      'withdrawal.payout_state',
      'withdrawal.payout_attempt',
      'withdrawal.payout_sent_at',
      'withdrawal.payout',
      'withdrawal.payout_currency',
      'withdrawal.payout_scale',
      'payway.code',
      'bank.public_id as bank_id',
      'bank.name as bank_name',
      'holder_name',
      'account_enc',
    ])
    .where('withdrawal.public_id', '=', publicId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const question: PayoutQuestion = {
    key: key ?? makePayoutKey(publicId, row.payout_attempt),
    amount: row.payout,
    currency: row.payout_currency,
  }
  const fields = decryptAccount(secrets, row.account_enc)
  const payout: Payout | null = fields && {
    ...question,
    scale: row.payout_scale,
    destination: {
      payway: row.code,
      bank: row.bank_id === null ? null : { id: row.bank_id, name: row.bank_name ?? '' },
      holder: row.holder_name,
      fields,
    },
  }
  return { state: row.payout_state, sentAt: row.payout_sent_at, question, payout }
}

/**
 * The same key for each request about one payout. A payout that the provider itself reported as failed is sent again
 * under the next number; one that only an operator reported as failed keeps its number, so that the provider would not
 * pay it twice.
 */
export const makePayoutKey = (publicId: string, attempt: number): string => `${publicId}-${attempt}`

/** The withdrawal that a key belongs to. */
export const parsePayoutKey = (key: string): string => key.replace(/-[0-9]+$/, '')

/** The fields of a payment account; null once its owner has deleted the account. */
export function decryptAccount(secrets: Secrets, sealed: string): Readonly<Record<string, string>> | null {
  return sealed === '' ? null : (JSON.parse(secrets.decrypt(sealed)) as Record<string, string>)
}
