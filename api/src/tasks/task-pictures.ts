import type { ApiCode, Picture } from '@adcoin/contract'
import type { ExamplePicture, StoredTaskPicture } from '../database/column-types.ts'
import { textOf } from '../refusals/languages.ts'
import { findProofExample } from '../catalogue/drawn-pictures.ts'
import type { TaskKind } from '../catalogue/task-kinds.ts'

/** A task's picture beside its title, or nothing where it has none. */
export function toCardPicture(picture: StoredTaskPicture | null, language: ApiCode): Picture | null {
  return picture && { ...picture.card, alt: textOf(picture.alt, language) }
}

type Pictured = {
  readonly kind: number
  readonly picture: StoredTaskPicture | null
  readonly example_picture: ExamplePicture | null
}

/** Pictures of a task's screen: its own, and an example of a good submission, its own or that of its kind. */
export function toTaskPictures(task: Pictured, language: ApiCode) {
  const example = task.example_picture ?? findProofExample(task.kind as TaskKind)
  return {
    picture: task.picture && { ...task.picture.wide, alt: textOf(task.picture.alt, language) },
    example_picture: { ...example.picture, alt: textOf(example.caption, language) },
  }
}
