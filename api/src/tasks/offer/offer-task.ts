import { resolve } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import type { TaskMaterial } from '../../database/schema.ts'
import type { Services } from '../../services.ts'
import { insertTask } from '../insert-task.ts'
import { TaskMedia } from './store-media.ts'
import { readTaskFolder } from './task-folder.ts'

/** Offers the task of a folder, with its pictures, texts and films: all of it or nothing. */
export async function offerTask({ database, files, now }: Services, path: string, from: string): Promise<unknown> {
  const task = await readTaskFolder(resolve(from, path))
  const media = new TaskMedia(files)
  try {
    const picture = await media.picture(task.picture)
    const example = await media.example(task.example)
    const materials: TaskMaterial[] = []
    for (const [index, material] of task.materials.entries()) materials.push(await media.material(material, index))
    const id = await database.transaction(async tx => {
      await media.record(tx)
      return insertTask(tx, {
        kind: task.kind,
        title_i18n: JSON.stringify(task.title),
        brief_i18n: JSON.stringify(task.brief),
        steps_i18n: JSON.stringify(
          Object.fromEntries(apiCodes.map(code => [code, task.steps.map(step => step[code])])),
        ),
        materials: JSON.stringify(materials),
        picture: JSON.stringify(picture),
        example_picture: example && JSON.stringify(example),
        target_url: task.url,
        reward: task.reward,
        minutes: task.minutes,
        deadline_hours: task.deadlineHours,
        quota_day: task.places,
        starts_at: now(),
        ends_at: task.endsAt,
      })
    })
    const { kind, reward, places } = task
    return { task: id, kind, reward: String(reward), places, materials: materials.length }
  } catch (error) {
    await media.takeBack()
    throw error
  }
}
