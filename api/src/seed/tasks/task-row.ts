import type { TaskKind } from '../../catalogue/task-kind.ts'
import type { SixTexts } from '../../settings/six-languages.ts'

/**
 * `copy`: `text` opens with the hashtag, which is added when it is planted. `fileName` names a
 * drawing of `pictures.ts` or a film of the catalogue's `media/`.
 */
export type MaterialRow =
  | {
      readonly key: string
      readonly kind: 'copy'
      readonly label: SixTexts
      readonly text: SixTexts
      readonly isTagged: boolean
    }
  | { readonly key: string; readonly kind: 'image' | 'video'; readonly label: SixTexts; readonly fileName: string }
  | { readonly key: string; readonly kind: 'link'; readonly label: SixTexts; readonly url: string }

/** One demo task of every day. `reward` in Ad Coin minor units. Brands are invented. Source: reference-api.md 4. */
export type TaskRow = {
  readonly code: string
  readonly kind: TaskKind
  readonly icon: string
  readonly reward: bigint
  readonly minutes: number
  readonly quotaDay: number
  /** At most some 30 letters, so that a row of a list holds it in one line. */
  readonly title: SixTexts
  /** Describes its drawing: `task-drawings.ts` has one of the same code. */
  readonly alt: SixTexts
  readonly brief: SixTexts
  readonly steps: readonly SixTexts[]
  readonly materials: readonly MaterialRow[]
  readonly targetUrl: string | null
  readonly example: SixTexts | null
}
