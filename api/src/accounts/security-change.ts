import type { ApiCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { MessageTemplate } from '../messages/messages.ts'
import type { Services } from '../services.ts'
import { frozenMs } from '../ledger/frozen.ts'

export async function freezeWithdrawals({ now }: Services, tx: Transaction, userId: bigint): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ withdraw_frozen_until: new Date(now().getTime() + frozenMs) })
    .where('id', '=', userId)
    .execute()
}

/**
 * After a reset or another e-mail a linked Google account opens nothing: a thief may have linked it.
 *
 * @param isOff  nor does another one with the account's e-mail, until the owner switches it on
 */
export async function unlinkIdentities(tx: Transaction, userId: bigint, isOff = false): Promise<void> {
  await tx.deleteFrom('oauth_identity').where('user_id', '=', userId).execute()
  if (isOff) await tx.updateTable('app_user').set({ google_sign_in: false }).where('id', '=', userId).execute()
}

/** Notifies the owner on every channel of the account, so that a thief of one is noticed. */
export async function notifyOwner(
  { messages }: Services,
  tx: Transaction,
  owner: { mobile_e164: string | null; email_norm: string | null },
  template: MessageTemplate,
  language: ApiCode,
  vars: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (owner.mobile_e164) await messages.send(tx, { channel: 'sms', dest: owner.mobile_e164, template, language, vars })
  if (owner.email_norm) await messages.send(tx, { channel: 'email', dest: owner.email_norm, template, language, vars })
}
