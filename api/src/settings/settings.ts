import { apiCodes } from '@adcoin/contract'
import * as v from 'valibot'
import type { Database, Queries } from '../database/database.ts'
import type { SharedCache } from '../database/shared-cache.ts'
import type { SixTexts } from './six-languages.ts'

export const notices: readonly { readonly key: string; readonly text: SixTexts }[] = [
  {
    key: 'demo',
    text: {
      en_US: 'This is a demonstration: tasks and prices are invented, nothing is paid out.',
      zh_TW: '此為示範環境：任務與價格皆為虛構，不會實際付款。',
      pt_PT: 'Isto é uma demonstração: tarefas e preços são inventados, nada é pago.',
      hi_IN: 'यह एक डेमो है: काम और कीमतें काल्पनिक हैं, कोई भुगतान नहीं होता।',
      es_MX: 'Esto es una demostración: tareas y precios son inventados, no se paga nada.',
      es_ES: 'Esto es una demostración: tareas y precios son inventados, no se paga nada.',
    },
  },
]

/** Fictional numbers and names; allowed hosts are wa.me, api.whatsapp.com and t.me. */
export const serviceLinks = {
  ws: ['https://wa.me/15550100001', 'https://wa.me/15550100002', 'https://wa.me/15550100003'],
  tg: ['https://t.me/example_support_1', 'https://t.me/example_support_2', 'https://t.me/example_support_3'],
} as const

/** Requirements of a social account before it can be bound. The specification leaves both numbers to the service. */
const bindRules = { min_fans: 100, min_reg_days: 30 } as const

/** Tasks that one person may claim on one day (UTC). */
const tasksPerDay = 20

/** The value in force. */
export async function readSetting<Name extends keyof Settings>(db: Queries, name: Name): Promise<Settings[Name]> {
  const row = await db.selectFrom('service_setting').select('value').where('key', '=', name).executeTakeFirst()
  // Written by `plant` and `setting set` only, in the shape of the name.
  return row ? (row.value as Settings[Name]) : makePlantedSettings(false)[name]
}

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
/** The only hosts that browsers show. Source: bad-inputs.md 4.6. */
const links = (pattern: RegExp) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(300), v.regex(pattern, 'a link of an allowed messenger'))),
    v.maxLength(20),
  )
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500))
const texts = v.strictObject(v.entriesFromList(apiCodes, text))

/** Settings that an operator may change while the service runs. */
export const settingSchemas = {
  /** Requirements of a social account before it is bound. */
  bind_rules: v.strictObject({ min_fans: whole(0, 100_000_000), min_reg_days: whole(0, 36_500) }),
  service_links: v.strictObject({
    ws: links(/^https:\/\/(wa\.me|api\.whatsapp\.com)\//),
    tg: links(/^https:\/\/t\.me\//),
  }),
  notices: v.pipe(
    v.array(v.strictObject({ key: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)), text: texts })),
    v.maxLength(10),
  ),
  tasks_per_day: whole(0, 1000),
  /** A proof with a post or picture that was paid before: shown to the reviewer, or refused when it is sent. */
  repeated_proof: v.picklist(['show', 'refuse']),
  /** The page about this deployment; null is left out there, never invented. */
  about: v.strictObject({
    company: v.nullable(v.strictObject({ name: text, address: text, contact: text })),
    support_hours: v.nullable(texts),
    /** Absent in values of older releases. */
    support_email: v.optional(v.nullable(v.pipe(v.string(), v.email(), v.maxLength(200)))),
    pay_within_hours: v.nullable(whole(1, 720)),
  }),
} as const

type Settings = { [Name in keyof typeof settingSchemas]: v.InferOutput<(typeof settingSchemas)[Name]> }

/** Within so many hours a withdrawal is paid, unless the operator sets another promise. */
export const payHours = 24

/** Planted where nothing is set: the fictional support links and the notice only for a demonstration. */
export function makePlantedSettings(isDemo: boolean): Settings {
  return {
    bind_rules: bindRules,
    tasks_per_day: tasksPerDay,
    repeated_proof: 'show',
    about: { company: null, support_hours: null, support_email: null, pay_within_hours: payHours },
    service_links: isDemo ? { ws: [...serviceLinks.ws], tg: [...serviceLinks.tg] } : { ws: [], tg: [] },
    notices: isDemo ? [...notices] : [],
  }
}

/** The value in force, out of memory: for what is shown, not for what decides about money or places. */
export async function getCachedSetting<Name extends keyof Settings>(
  { sharedCache, database }: { readonly sharedCache: SharedCache; readonly database: Database },
  name: Name,
): Promise<Settings[Name]> {
  return sharedCache.getOrLoad(`setting ${name}`, () => readSetting(database.read, name))
}
