import { messageTasks } from './tasks/messages.ts'
import { postTasks } from './tasks/posts.ts'
import { profileTasks } from './tasks/profiles.ts'
import type { TaskRow, MaterialRow } from './tasks/task-row.ts'
import { apiCodes } from '@adcoin/contract'
import type { Register } from '../services.ts'
import { plantReference } from './plant-reference.ts'
import type { Transaction } from '../database/database.ts'
import type { TaskMaterial, TaskPicture } from '../database/schema.ts'
import { disclosureOf, hashtag, tagged } from '../catalogue/disclosure.ts'
import { renditionOf } from '../catalogue/drawn-pictures.ts'
import { submitFieldsOf } from '../catalogue/platforms.ts'

/** The demo tasks of every day, one of each kind, best paid first. */
export const demoTasks: readonly TaskRow[] = [...postTasks, ...profileTasks, ...messageTasks]

/** Inserts reference data at every start; demo tasks, prices and links only with demo data. */
export const registerSeed: Register = async (_app, services) => {
  const isDemo = services.config.demoData
  await services.database.transaction(async tx => {
    await plantReference(tx, isDemo)
    if (isDemo) await plantDemoTasks(tx)
  })
}

/**
 * The demo tasks, one of each kind, marked as such; only where the service is not in production. Upserts: texts follow
 * the code, a task that an operator closed stays closed.
 */
export async function plantDemoTasks(tx: Transaction): Promise<void> {
  await tx
    .insertInto('task')
    .values(demoTasks.map(taskValues))
    .onConflict(conflict =>
      conflict.column('code').doUpdateSet(({ ref }) => ({
        title_i18n: ref('excluded.title_i18n'),
        brief_i18n: ref('excluded.brief_i18n'),
        steps_i18n: ref('excluded.steps_i18n'),
        disclosure_i18n: ref('excluded.disclosure_i18n'),
        hashtag_i18n: ref('excluded.hashtag_i18n'),
        materials: ref('excluded.materials'),
        example_i18n: ref('excluded.example_i18n'),
        picture: ref('excluded.picture'),
        target_url: ref('excluded.target_url'),
        submit_fields: ref('excluded.submit_fields'),
        icon: ref('excluded.icon'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
}

function taskValues(task: TaskRow, position: number) {
  return {
    public_id: task.code,
    code: task.code,
    kind: task.kind,
    platform: null,
    icon: task.icon,
    title_i18n: JSON.stringify(task.title),
    brief_i18n: JSON.stringify(task.brief),
    steps_i18n: JSON.stringify(Object.fromEntries(apiCodes.map(code => [code, task.steps.map(step => step[code])]))),
    disclosure_i18n: JSON.stringify(disclosureOf(task.kind)),
    hashtag_i18n: JSON.stringify(hashtag),
    materials: JSON.stringify(task.materials.map(stored)),
    example_i18n: task.example ? JSON.stringify(task.example) : null,
    picture: JSON.stringify(pictureOf(task)),
    target_url: task.targetUrl,
    submit_fields: JSON.stringify(submitFieldsOf[task.kind]),
    reward: task.reward,
    minutes: task.minutes,
    quota_day: task.quotaDay,
    position,
    ends_at: null,
    is_demo: true,
  }
}

function pictureOf({ code, alt }: TaskRow): TaskPicture {
  return { card: renditionOf(code, 'card'), wide: renditionOf(code, 'wide'), alt }
}

function stored(material: MaterialRow): TaskMaterial {
  const { key, kind, label } = material
  if (material.kind === 'copy')
    return {
      key,
      kind,
      label,
      text: material.isTagged ? tagged(material.text) : material.text,
      url: null,
      file_name: null,
    }
  if (material.kind === 'link') return { key, kind, label, text: null, url: material.url, file_name: null }
  return { key, kind, label, text: null, url: `/files/public/${material.fileName}`, file_name: material.fileName }
}
