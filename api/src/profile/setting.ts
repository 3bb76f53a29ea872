import {
  countryCode,
  customerServiceLink,
  getSetting,
  saveSetting,
  type RequestOf,
  type UserSetting,
} from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { unlinkIdentities } from '../accounts/security-change.ts'
import { maskEmail, maskMobile } from '../accounts/phone.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { selectConfirmingPasskeys } from '../passkeys/passkey-proof.ts'
import { linkAvatar, isOwnerOfFiles } from '../files/file-links.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { lockSignedIn } from '../sessions/lock-person.ts'
import { serve } from '../http/serve.ts'
import { getCachedSetting } from '../settings/settings.ts'
import { isReservedName } from './reserved-name.ts'
import type { SignedInPerson } from '../http/http-dependencies.ts'
import { limitTable } from '../limits/table.ts'

const saves = [limitTable.settings]

/** The person's own data, to read and to change. Number and address leave the service masked only. */
export function serveSetting(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, getSetting, async ({ person, language }) => {
    const { written, setting } = await settingFor(database.read, person, await linksOf(services), services.now())
    // Messages that the service sends by itself are in the language that the person reads the app in.
    if (written !== language)
      await database.transaction(tx =>
        tx.updateTable('app_user').set({ language }).where('id', '=', person.id).execute(),
      )
    return setting
  })

  serve(
    app,
    saveSetting,
    async ({ input, person, transact }) => {
      const { avatar, ...rest } = input
      if (input.nick_name !== undefined && isReservedName(input.nick_name))
        throw new Refusal('name_reserved', { fields: { nick_name: 'name_reserved' } })
      const changes = { ...pickDefined(rest), ...(avatar === undefined ? {} : { avatar_file_id: avatar }) }
      const links = await linksOf(services)
      return transact(async tx => {
        await lockSignedIn(tx, person)
        if (avatar !== undefined && !(await isOwnerOfFiles(tx, person.id, [avatar], 'avatar')))
          throw refuseField('avatar')
        if (input.country_code !== undefined) await requireCountry(tx, person.id, input.country_code)
        await tx
          .updateTable('app_user')
          .set({ ...changes, ...zoneToKeep(input) })
          .where('id', '=', person.id)
          .execute()
        if (input.google_sign_in === false) await unlinkIdentities(tx, person.id)
        return (await settingFor(tx, person, links, services.now())).setting
      })
    },
    { limits: saves },
  )

  serve(app, countryCode, async ({ person }) => {
    const row = await database.read
      .selectFrom('app_user')
      .leftJoin('region', 'region.code', 'app_user.country_code')
      .select(['app_user.country_code', 'app_user.mobile_sag', 'region.currency'])
      .where('app_user.id', '=', person.id)
      .executeTakeFirstOrThrow()
    return { country_code: row.country_code, mobile_sag: row.mobile_sag, currency: row.currency ?? 'USD' }
  })

  serve(app, customerServiceLink, async () => linksOf(services))
}

/** A country that is offered, and nothing yet that was made in the currency of the present one. */
async function requireCountry(tx: Transaction, userId: bigint, code: string): Promise<void> {
  const region = await tx
    .selectFrom('region')
    .select('code')
    .where('code', '=', code)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!region) throw refuseField('country_code', 'region_unsupported')
  if (await isCountryFixed(tx, userId)) throw new Refusal('conflict')
}

/** Accounts are only ever marked as removed, and a withdrawal needs one: an account fixes the country for good. */
async function isCountryFixed(db: Queries, userId: bigint): Promise<boolean> {
  const account = await db
    .selectFrom('user_payway')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}

/** A zone that the browser sends by itself never replaces one that the person chose. */
function zoneToKeep({ time_zone, time_zone_auto }: RequestOf<typeof saveSetting>) {
  if (time_zone === undefined) return {}
  if (time_zone_auto !== undefined) return { time_zone }
  return { time_zone: sql<string | null>`CASE WHEN time_zone_auto THEN ${time_zone} ELSE time_zone END` }
}

async function linksOf(services: Services) {
  const { ws, tg } = await getCachedSetting(services, 'service_links')
  return { ws: [...ws], tg: [...tg] }
}

/** `written`: the language in which messages to this person are written. */
async function settingFor(
  db: Queries,
  person: SignedInPerson,
  links: UserSetting['customer_service_link'],
  now: Date,
): Promise<{ written: string; setting: UserSetting }> {
  const row = await rowOf(db, person.id, now)
  const setting = {
    user_id: row.public_id,
    customer_service_link: links,
    inviter_id: row.inviter_id,
    inviter_name: row.inviter_name,
    invite_code: row.invite_code,
    is_pay_passwd: row.pay_pwd_hash !== null,
    has_passwd: row.pwd_hash !== null,
    email: row.email_norm && maskEmail(row.email_norm),
    mobile: row.mobile_e164 && maskMobile(row.mobile_e164, row.mobile_sag ?? ''),
    mobile_sag: row.mobile_sag,
    avatar: linkAvatar(row.avatar_file_id),
    birthday: row.birthday,
    gender: row.gender,
    nick_name: row.nick_name,
    login_type: person.loginType,
    country_code: row.country_code,
    time_zone: row.time_zone,
    time_zone_auto: row.time_zone_auto,
    is_country_fixed: row.country_fixed === true,
    google_sign_in: row.google_sign_in,
    is_google_linked: row.google_linked === true,
    passkey_confirms: row.passkey_confirms === true,
  }
  return { written: row.language, setting }
}

function rowOf(db: Queries, userId: bigint, now: Date) {
  return db
    .selectFrom('app_user')
    .leftJoin('app_user as inviter', 'inviter.id', 'app_user.inviter_id')
    .select([
      'app_user.language',
      'app_user.public_id',
      'app_user.mobile_e164',
      'app_user.mobile_sag',
      'app_user.email_norm',
      'app_user.pwd_hash',
      'app_user.pay_pwd_hash',
      'app_user.avatar_file_id',
      'app_user.birthday',
      'app_user.gender',
      'app_user.nick_name',
      'app_user.invite_code',
      'app_user.country_code',
      'app_user.time_zone',
      'app_user.time_zone_auto',
      'app_user.google_sign_in',
      'inviter.public_id as inviter_id',
      'inviter.nick_name as inviter_name',
    ])
    .select(of => {
      const payway = of.selectFrom('user_payway').select('id').whereRef('user_payway.user_id', '=', 'app_user.id')
      const google = of.selectFrom('oauth_identity').select('user_id').whereRef('user_id', '=', 'app_user.id')
      const passkey = selectConfirmingPasskeys(db, userId, now)
      return [
        of.exists(payway).as('country_fixed'),
        of.exists(google).as('google_linked'),
        of.exists(passkey).as('passkey_confirms'),
      ]
    })
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The fields that were sent. */
function pickDefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
