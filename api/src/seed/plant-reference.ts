import { apiCodes, officialInviteCode, tagOf } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { banks } from './banks.ts'
import { claims } from './claims.ts'
import { payWays } from './pay-ways.ts'
import { regions } from './regions.ts'
import { plantedSettings } from '../settings/settings.ts'

/**
 * The rows that the service cannot work without: regions, banks, pay ways, claims, settings, and the owner of the
 * official invitation code.
 * Run at every start: texts and checks follow the code; prices, limits and what an operator switched off stay as they
 * are.
 */
export async function plantReference(tx: Transaction, isDemo: boolean): Promise<void> {
  await plantRegions(tx)
  await plantBanks(tx)
  await plantPayWays(tx, isDemo)
  await plantClaims(tx)
  const settings = Object.entries(plantedSettings(isDemo)).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
  }))
  await tx
    .insertInto('service_setting')
    .values(settings)
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  await plantOfficial(tx)
}

async function plantRegions(tx: Transaction): Promise<void> {
  await tx
    .insertInto('region')
    .values(
      regions.map((region, position) => ({
        code: region.code,
        dial_code: region.dialCode,
        name_i18n: JSON.stringify(regionNames(region.code)),
        phone_regex: region.mobileRegex,
        example: region.example,
        currency: region.currency,
        icon: flagOf(region.code),
        position,
      })),
    )
    .onConflict(conflict =>
      conflict.column('code').doUpdateSet(({ ref }) => ({
        name_i18n: ref('excluded.name_i18n'),
        phone_regex: ref('excluded.phone_regex'),
        example: ref('excluded.example'),
        icon: ref('excluded.icon'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
}

function regionNames(code: string): Record<string, string> {
  return Object.fromEntries(
    apiCodes.map(language => [language, new Intl.DisplayNames([tagOf(language)], { type: 'region' }).of(code) ?? code]),
  )
}

/** Two regional letters are a flag: US → 🇺🇸. */
function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map(letter => 0x1f1e6 + letter.charCodeAt(0) - 65))
}

async function plantBanks(tx: Transaction): Promise<void> {
  await tx
    .insertInto('bank')
    .values(
      banks.map((bank, position) => ({
        public_id: bank.id,
        country: bank.country,
        code: bank.code,
        name: bank.name,
        position,
      })),
    )
    .onConflict(conflict =>
      conflict
        .column('public_id')
        .doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), position: ref('excluded.position') })),
    )
    .execute()
}

/**
 * Demo prices: outside a demonstration a pay way is offered when an operator has priced it (`payway price`, `payway
 * on`).
 */
async function plantPayWays(tx: Transaction, isDemo: boolean): Promise<void> {
  await tx
    .insertInto('payway')
    .values(
      payWays.map((way, position) => {
        const region = regions.find(row => row.code === way.country)
        return {
          public_id: way.id,
          code: way.code,
          kind: way.kind,
          country: way.country,
          name_i18n: JSON.stringify(way.name),
          currency: region?.currency ?? '',
          scale: region?.scale ?? 2,
          rate_num: way.rateNum,
          rate_den: way.rateDen,
          min: way.min,
          max: way.max,
          need_bank: way.needBank,
          fields: JSON.stringify(way.fields),
          position,
          enabled: isDemo,
        }
      }),
    )
    .onConflict(conflict =>
      conflict.column('public_id').doUpdateSet(({ ref }) => ({
        name_i18n: ref('excluded.name_i18n'),
        kind: ref('excluded.kind'),
        need_bank: ref('excluded.need_bank'),
        fields: ref('excluded.fields'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
}

async function plantClaims(tx: Transaction): Promise<void> {
  await tx
    .insertInto('claim')
    .values(
      claims.map((claim, position) => ({
        key: claim.key,
        value: claim.value,
        text_i18n: JSON.stringify(claim.text),
        position,
        enabled: claim.isEnabled,
      })),
    )
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        text_i18n: ref('excluded.text_i18n'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
}

/** Has no sign-in, and earns no referral (`is_system`). */
async function plantOfficial(tx: Transaction): Promise<void> {
  await tx
    .insertInto('app_user')
    .values({
      public_id: '10000000',
      country_code: 'US',
      invite_code: officialInviteCode,
      is_system: true,
      nick_name: 'Ad Coin',
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
