import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'

/**
 * Empties what is personal of the rows that the ledger, reviews and operators' lists refer to; the id stays.
 *
 * @returns the keys of the uploads, whose bytes are removed after the commit
 */
export async function erasePerson(tx: Transaction, userId: bigint, at: Date): Promise<string[]> {
  await tx
    .updateTable('app_user')
    .set({
      status: 'deleted',
      mobile_e164: null,
      mobile_sag: null,
      email_norm: null,
      pwd_hash: null,
      pay_pwd_hash: null,
      nick_name: null,
      avatar_file_id: null,
      birthday: null,
      gender: 0,
      time_zone: null,
    })
    .where('id', '=', userId)
    .execute()
  await sql`SELECT forget_passwords(${userId})`.execute(tx)
  await tx
    .updateTable('user_payway')
    .set({ holder_name: '', account_enc: '', account_last4: '', account_fp: '', is_default: false })
    .set({ removed_at: sql<Date>`coalesce(removed_at, ${at})` })
    .where('user_id', '=', userId)
    .execute()
  await eraseWork(tx, userId)
  const files = await tx.deleteFrom('file').where('user_id', '=', userId).returning('storage_key').execute()
  return files.map(file => file.storage_key)
}

/** Proofs and social accounts: that they were, and what was decided, without whose they are. */
async function eraseWork(tx: Transaction, userId: bigint): Promise<void> {
  await tx
    .updateTable('submission')
    .set({ video_link: null, username: null, homepage_link: null, file_ids: '[]', auto_check: null })
    .where('assignment_id', 'in', of => of.selectFrom('assignment').select('id').where('user_id', '=', userId))
    .execute()
  await tx
    .updateTable('bind_account')
    .set({
      status: 0,
      username: '',
      username_norm: '',
      link: '',
      nickname: null,
      description: null,
      avatar: null,
      background: null,
      challenge: '',
    })
    .where('user_id', '=', userId)
    .execute()
}
