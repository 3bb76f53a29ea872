import type { ResponseOf, TaskItem, taskList } from '@adcoin/contract'
import { stageOf } from '../status.tsx'

export const isLockedByAccount = ({ lock }: Pick<TaskItem, 'lock'>): boolean => lock === 'need_bind'

/**
 * What the tasks that need an account pay together. The service lists them after all others, so what is left to
 * earn beyond the tasks before them is theirs.
 *
 * @returns 0 where list and sum disagree
 */
export function calculateLockedRewards(tasks: readonly TaskItem[], leftToEarn: bigint): bigint {
  const others = tasks.filter(canStillPay).reduce((sum, { reward }) => sum + BigInt(reward), 0n)
  return leftToEarn > others ? leftToEarn - others : 0n
}

/** The number of today's tasks that are left and need an account. The first page has one of them, if any. */
export function countLocked({ list, has_more: hasMore, today }: ResponseOf<typeof taskList>): number {
  const left = today.limit - today.received
  const locked = list.filter(isLockedByAccount).length
  const open = list.filter(task => stageOf(task) === 'unclaimed' && task.lock === null).length
  return Math.max(0, Math.min(left, hasMore && locked > 0 ? left - open : locked))
}

/** It is part of `left_to_earn`, and needs no account any more. */
function canStillPay(task: TaskItem): boolean {
  const stage = stageOf(task)
  if (stage === 'unclaimed') return task.lock === null
  return stage === 'yourTurn' || (stage === 'failed' && task.attempts_left !== 0)
}
