export type Lock = 'need_bind' | 'task_full' | 'task_limit' | 'task_closed'
export type Eligibility = {
  readonly isClaimed: boolean
  readonly isOver: boolean
  readonly quotaLeft: number
  readonly isAtLimit: boolean
  readonly needsAccount: boolean
  readonly hasAccount: boolean
}

/** Why a task cannot be claimed, the most final reason first; nothing once it is claimed. */
export function findLock(eligibility: Eligibility): Lock | null {
  if (eligibility.isClaimed) return null
  if (eligibility.isOver) return 'task_closed'
  if (eligibility.quotaLeft <= 0) return 'task_full'
  if (eligibility.isAtLimit) return 'task_limit'
  if (eligibility.needsAccount && !eligibility.hasAccount) return 'need_bind'
  return null
}

/** Posting and profile tasks are done on a bound account. */
export function needsAccount(submitFields: readonly string[]): boolean {
  return submitFields.includes('account_id')
}
