import type { taskKinds } from '@adcoin/contract'

export type TaskKind = (typeof taskKinds)[keyof typeof taskKinds]

/** Fields of a submission of each kind; those that need a bound account ask for it first. */
export const submitFieldsByKind: Readonly<Record<TaskKind, readonly string[]>> = {
  1: ['files'],
  2: ['files'],
  7: ['files'],
  3: ['account_id', 'video_link', 'username', 'homepage_link', 'files'],
  4: ['account_id', 'username', 'homepage_link', 'files'],
  5: ['account_id', 'username', 'homepage_link'],
  6: ['account_id', 'username', 'homepage_link'],
}
