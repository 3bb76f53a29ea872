import type { Insertable } from 'kysely'
import { apiCodes, parseLink } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { createRandomId } from '../secrets/create-token.ts'
import { findDisclosure, hashtag } from '../catalogue/disclosure.ts'
import { submitFieldsByKind, type TaskKind } from '../catalogue/task-kinds.ts'
import { readTextFlag, UsageProblem, type OperatorInput } from '../operators/operators.ts'
import type { Services } from '../services.ts'

const icons: Readonly<Record<TaskKind, string>> = {
  1: 'msg',
  2: 'group',
  3: 'video',
  4: 'image',
  5: 'text',
  6: 'link',
  7: 'sms',
}

type Ours =
  | 'public_id'
  | 'code'
  | 'platform'
  | 'icon'
  | 'disclosure_i18n'
  | 'hashtag_i18n'
  | 'submit_fields'
  | 'position'
type TaskOfOperator = Omit<Insertable<DB['task']>, Ours | 'kind'> & { readonly kind: TaskKind }

/** Creates a task from flags: the same text in every language, without pictures and material. */
export async function createTask({ database, now }: Services, input: OperatorInput): Promise<unknown> {
  const kind = Number(text(input, 'kind', /^[1-7]$/, 'a kind from 1 to 7')) as TaskKind
  const title = text(input, 'title', /^.{3,100}$/u, '3 to 100 letters')
  const brief = text(input, 'brief', /^.{3,1000}$/u, '3 to 1,000 letters')
  const reward = coinOf(text(input, 'reward', /^[0-9]{1,7}(\.[0-9]{1,2})?$/, 'an amount like 12.50'))
  const places = Number(text(input, 'places', /^[1-9][0-9]{0,6}$/, 'a number of places a day'))
  const minutes = Number(readTextFlag(input, 'minutes') ?? '10')
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 600)
    throw new UsageProblem('--minutes needs a whole number from 1 to 600')
  const url = readTextFlag(input, 'url')
  if (url !== undefined && parseLink(url) === undefined) throw new UsageProblem('--url needs an https address')
  const everywhere = (value: unknown) => JSON.stringify(Object.fromEntries(apiCodes.map(code => [code, value])))
  const id = await database.transaction(async tx =>
    insertTask(tx, {
      kind,
      title_i18n: everywhere(title),
      brief_i18n: everywhere(brief),
      steps_i18n: everywhere([brief]),
      target_url: url ?? null,
      reward,
      minutes,
      quota_day: places,
      starts_at: now(),
      ends_at: null,
    }),
  )
  return { task: id, kind, reward: String(reward), places }
}

/** A task of an operator is listed before those of the demonstration; its disclosure is always ours. */
export async function insertTask(tx: Transaction, task: TaskOfOperator): Promise<string> {
  const id = createRandomId()
  await tx
    .insertInto('task')
    .values({
      ...task,
      public_id: id,
      code: id,
      platform: null,
      icon: icons[task.kind],
      disclosure_i18n: JSON.stringify(findDisclosure(task.kind)),
      hashtag_i18n: JSON.stringify(hashtag),
      submit_fields: JSON.stringify(submitFieldsByKind[task.kind]),
      position: -1,
    })
    .execute()
  return id
}

function text(input: OperatorInput, name: string, pattern: RegExp, what: string): string {
  const value = readTextFlag(input, name)?.trim() ?? ''
  if (!pattern.test(value)) throw new UsageProblem(`--${name} needs ${what}`)
  return value
}

/** `12.5` → 1250 minor units. */
function coinOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  const minor = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  if (minor === 0n) throw new UsageProblem('--reward must be more than 0')
  return minor
}
