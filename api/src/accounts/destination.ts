import type { Database, Queries } from '../database/database.ts'
import type { Channel, PersonStatus } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { canBeMobile, phoneOf } from './phone.ts'

/** The destination of codes, by which an account is found: one text per person, however it was typed. */
export type CodeDestination = {
  readonly channel: Channel
  readonly dest: string
  readonly sag: string | null
  readonly region: string | null
}

/**
 * The destination of a mobile number in one of the regions. A number that is new to the service (a registration,
 * another number) must be a mobile, of an offered region; an existing account can sign in though its region closed.
 */
export async function mobileDestination(
  database: Database,
  input: { mobile_sag: string; mobile: string },
  which: 'offered' | 'every' = 'every',
): Promise<CodeDestination> {
  let regions = database.read
    .selectFrom('region')
    .select('code')
    .where('dial_code', '=', input.mobile_sag)
    .orderBy('position')
  if (which === 'offered') regions = regions.where('enabled', '=', true)
  const region = await regions.executeTakeFirst()
  if (!region) throw new Refusal('region_unsupported', { fields: { mobile_sag: 'region_unsupported' } })
  const dest = phoneOf(input.mobile_sag, input.mobile)
  if (dest === undefined || (which === 'offered' && !canBeMobile(dest)))
    throw new Refusal('mobile_invalid', { fields: { mobile: 'mobile_invalid' } })
  return { channel: 'sms', dest, sag: input.mobile_sag, region: region.code }
}

/** The destination of an e-mail, already normalised by the schema. */
export function emailDestination({ email }: { email: string }): CodeDestination {
  return { channel: 'email', dest: email, sag: null, region: null }
}

export type Account = {
  readonly id: bigint
  readonly pwd_hash: string | null
  readonly status: PersonStatus
  readonly language: string
}

/** The account that signs in with this destination. */
export async function accountOf(db: Queries, { channel, dest }: CodeDestination): Promise<Account | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'pwd_hash', 'status', 'language'])
    .where(channel === 'sms' ? 'mobile_e164' : 'email_norm', '=', dest)
    .executeTakeFirst()
}
