import type { Kysely } from 'kysely'
import { officialInviteCode } from '@adcoin/contract'
import type { Register } from '../services.ts'
import type { Transaction } from '../database/database.ts'
import { findDisclosure, hashtag } from '../catalogue/disclosure.ts'
import { findRendition } from '../catalogue/drawn-pictures.ts'
import { submitFieldsByKind, type TaskKind } from '../catalogue/task-kinds.ts'
import { makePlantedSettings } from '../settings/settings.ts'
import reference from './reference.json' with { type: 'json' }
import tasks from './tasks.json' with { type: 'json' }

/** Inserts reference data at every start; demo tasks, prices and links only with demo data. */
export const registerSeed: Register = async (_app, { config, database }) =>
  database.transaction(tx => plant(tx, config.demoData))

/**
 * The rows that the service cannot work without: regions, banks, pay ways, claims, settings, and the owner of the
 * official invitation code; for a demonstration also prices and one task of each kind. Run at every start: texts and
 * checks follow the files; prices, limits and what an operator closed or switched off stay as they are.
 */
export async function plant(tx: Transaction, isDemo: boolean): Promise<void> {
  const { region, bank, payway, claim } = reference
  // Outside a demonstration an operator prices a pay way and switches it on (`payway price`, `payway on`).
  const payways = payway.map(way => ({ ...way, enabled: isDemo }))
  await upsert(tx, 'region', 'code', region, ['name_i18n', 'phone_regex', 'example', 'icon'])
  await upsert(tx, 'bank', 'public_id', bank, ['name'])
  await upsert(tx, 'payway', 'public_id', payways, ['name_i18n', 'kind', 'need_bank', 'fields'])
  await upsert(tx, 'claim', 'key', claim, ['value', 'text_i18n'])
  if (isDemo) await upsert(tx, 'task', 'code', tasks.map(taskValues), taskTexts)
  await tx
    .insertInto('service_setting')
    .values(Object.entries(makePlantedSettings(isDemo)).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  // Has no sign-in, and earns no referral (`is_system`).
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

type Row = Readonly<Record<string, unknown>>

/** Inserts rows in their order; of those that exist only these columns and the order are renewed. */
async function upsert(
  tx: Transaction,
  table: string,
  key: string,
  rows: readonly Row[],
  renewed: readonly string[],
): Promise<void> {
  await (tx as unknown as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto(table)
    .values(rows.map((row, position) => ({ ...withJson(row), position })))
    .onConflict(conflict =>
      conflict
        .column(key)
        .doUpdateSet(({ ref }) =>
          Object.fromEntries([...renewed, 'position'].map(name => [name, ref(`excluded.${name}`)])),
        ),
    )
    .execute()
}

function withJson(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )
}

const taskTexts = [
  'title_i18n',
  'brief_i18n',
  'steps_i18n',
  'disclosure_i18n',
  'hashtag_i18n',
  'materials',
  'example_i18n',
  'picture',
  'target_url',
  'submit_fields',
  'icon',
]

function taskValues({ alt, ...task }: (typeof tasks)[number]): Row {
  const { code } = task
  const kind = task.kind as TaskKind
  return {
    ...task,
    public_id: code,
    disclosure_i18n: findDisclosure(kind),
    hashtag_i18n: hashtag,
    picture: { card: findRendition(code, 'card'), wide: findRendition(code, 'wide'), alt },
    submit_fields: submitFieldsByKind[kind],
    is_demo: true,
  }
}
