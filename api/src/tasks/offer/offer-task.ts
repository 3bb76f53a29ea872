import { resolve } from 'node:path'
import { createHash } from 'node:crypto'
import { apiCodes } from '@adcoin/contract'
import type { ExamplePicture, Rendition, TaskMaterial, StoredTaskPicture } from '../../database/column-types.ts'
import type { Services } from '../../services.ts'
import { insertTask } from '../create-task.ts'
import { type OfferedMaterial, type OfferedTask, readTaskFolder } from './task-folder.ts'
import type { Transaction } from '../../database/database.ts'
import { linkFile } from '../../files/file-links.ts'
import { type FileStore, createFileId } from '../../storage/file-store.ts'
import { extensions } from '../../files/limits.ts'
import { encodePicture, type PictureSize } from '../../catalogue/encode-picture.ts'
import { addHashtag } from '../../catalogue/disclosure.ts'
import type { Medium } from './folder-files.ts'

type StoredFile = { id: string; key: string; mime: string; bytes: Buffer; width: number | null; height: number | null }

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

/** The media of one task: put into the store first, recorded with the task, taken back if that fails. */
class TaskMedia {
  private readonly files: StoredFile[] = []
  private readonly store: FileStore
  constructor(store: FileStore) {
    this.store = store
  }

  /** @returns the address of the stored bytes */
  private async put(bytes: Buffer, mime: string, extension: string, width: number | null = null, height = width) {
    const id = createFileId()
    const file = { id, key: `${id}.${extension}`, mime, bytes, width, height }
    this.files.push(file)
    await this.store.put(file.key, bytes)
    return linkFile(id)
  }

  private async rendition(medium: Medium, size: PictureSize): Promise<Rendition> {
    const { avif, webp, width, height } = await encodePicture(medium.bytes, size)
    return {
      avif: await this.put(avif, 'image/avif', 'avif', width, height),
      webp: await this.put(webp, 'image/webp', 'webp', width, height),
      width,
      height,
    }
  }

  async picture({ medium, alt }: OfferedTask['picture']): Promise<StoredTaskPicture> {
    return { card: await this.rendition(medium, 'card'), wide: await this.rendition(medium, 'wide'), alt }
  }

  async example(example: OfferedTask['example']): Promise<ExamplePicture | null> {
    return example && { picture: await this.rendition(example.medium, 'example'), caption: example.caption }
  }

  async material(material: OfferedMaterial, index: number): Promise<TaskMaterial> {
    const { kind, label } = material
    const plain = { key: `${kind}-${index + 1}`, kind, label, text: null, url: null, file_name: null }
    if (material.kind === 'copy') return { ...plain, text: material.tagged ? addHashtag(material.text) : material.text }
    if (material.kind === 'link') return { ...plain, url: material.url }
    const { bytes, mediaType, name } = material.medium
    return {
      ...plain,
      url: await this.put(bytes, mediaType, extensions[mediaType]),
      file_name: name.split('/').at(-1) ?? name,
    }
  }

  async record(tx: Transaction): Promise<void> {
    const rows = this.files.map(({ id, key, mime, bytes, width, height }) => ({
      id,
      user_id: null,
      purpose: 'task',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      mime,
      bytes: BigInt(bytes.length),
      width,
      height,
      storage_key: key,
    }))
    if (rows.length > 0) await tx.insertInto('file').values(rows).execute()
  }

  async takeBack(): Promise<void> {
    for (const { key } of this.files) await this.store.remove(key)
  }
}
