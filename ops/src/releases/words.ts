import type { ReleaseAct, StoredRelease } from '@adcoin/contract/operations'
import type { PillTone } from '@adcoin/ui/pages'

type Action = ReleaseAct['action']

/** What an act is called: on its button, over its plan, and when it is done. */
export const actWords: Readonly<Record<Action, { readonly verb: string; readonly done: string }>> = {
  promote: { verb: 'Make live', done: 'It is live' },
  rollback: { verb: 'Roll back', done: 'It is rolled back' },
  revoke: { verb: 'Revoke', done: 'It is revoked' },
  floor: { verb: 'Raise the floor', done: 'The floor is raised' },
}

/** What stands in the timeline for each action of a generation. */
export function actionWord(action: string): string {
  return { publish: 'Published', promote: 'Made live', rollback: 'Rolled back', revoke: 'Revoked' }[action] ?? action
}

export const standingWords: Readonly<
  Record<StoredRelease['standing'], { readonly word: string; readonly tone: PillTone }>
> = {
  held: { word: 'Held: was never live', tone: 'warn' },
  left: { word: 'Was live', tone: 'idle' },
  revoked: { word: 'Revoked', tone: 'bad' },
  damaged: { word: 'Not as signed', tone: 'bad' },
}
