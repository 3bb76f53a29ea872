import type { Insertable } from 'kysely'
import type { Transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { randomId } from '../secrets/secrets.ts'
import { disclosureOf, hashtag } from '../catalogue/disclosure.ts'
import { submitFieldsOf, type TaskKind } from '../catalogue/task-kind.ts'

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
type TaskOfOperator = Omit<Insertable<Schema['task']>, Ours | 'kind'> & { readonly kind: TaskKind }

/** A task of an operator is listed before those of the demonstration; its disclosure is always ours. */
export async function insertTask(tx: Transaction, task: TaskOfOperator): Promise<string> {
  const id = randomId()
  await tx
    .insertInto('task')
    .values({
      ...task,
      public_id: id,
      code: id,
      platform: null,
      icon: icons[task.kind],
      disclosure_i18n: JSON.stringify(disclosureOf(task.kind)),
      hashtag_i18n: JSON.stringify(hashtag),
      submit_fields: JSON.stringify(submitFieldsOf[task.kind]),
      position: -1,
    })
    .execute()
  return id
}
