import type { Transaction } from '../database/database.ts'

export const checkJob = 'withdrawal.check'

/** submitted → awaiting_approval: the automatic checks are done. Anything else stays as it is. */
export async function passChecks(tx: Transaction, publicId: string): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ status: 'awaiting_approval' })
    .where('public_id', '=', publicId)
    .where('status', '=', 'submitted')
    .execute()
}
