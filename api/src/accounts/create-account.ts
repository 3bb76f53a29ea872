import type { ApiCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { createInviteCode, createUserId } from '../secrets/create-token.ts'

export type NewAccount = {
  readonly publicId: string
  readonly mobile: { readonly e164: string; readonly sag: string } | null
  readonly email: string | null
  readonly countryCode: string
  readonly pwdHash: string | null
  readonly language: ApiCode
  readonly nickName?: string | null
}

/** Inserts the account with a new invitation code. Returns null if the number, address or id is taken. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<bigint | null> {
  const row = await tx
    .insertInto('app_user')
    .values({
      public_id: account.publicId,
      mobile_e164: account.mobile?.e164 ?? null,
      mobile_sag: account.mobile?.sag ?? null,
      email_norm: account.email,
      country_code: account.countryCode,
      pwd_hash: account.pwdHash,
      language: account.language,
      invite_code: createInviteCode(),
      nick_name: account.nickName ?? null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A random id; the unique index decides whether it is free. */
export const newPublicId = createUserId

/** The default country of a language, for a person who gave none. */
export function findCountryOfLanguage(language: ApiCode): string {
  return { en_US: 'US', zh_TW: 'TW', pt_PT: 'PT', hi_IN: 'IN', es_MX: 'MX', es_ES: 'ES' }[language]
}
