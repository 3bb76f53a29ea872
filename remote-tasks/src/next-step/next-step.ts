import { bindStatuses, type BoundAccount, type TaskItem } from '@adcoin/contract'
import { isLockedByAccount } from '../binding/locked-rewards.ts'
import { stageOf } from '../status.tsx'

/** The next step: send what is claimed, the first open task, link an account, wait. */
export type NextStep =
  | { readonly do: 'send' | 'claim' | 'wait'; readonly task: TaskItem }
  | { readonly do: 'link' | 'checking' | 'done' }

/** Undefined while it depends on accounts that are not loaded. Tasks are in the order of the service. */
export function findNextStep(
  tasks: readonly TaskItem[],
  accounts: readonly BoundAccount[] | undefined,
  now: number = Date.now(),
): NextStep | undefined {
  const toSend = tasks.filter(task => canBeSent(task, now)).sort((a, b) => readDeadline(a) - readDeadline(b))[0]
  if (toSend) return { do: 'send', task: toSend }
  const open = tasks.find(task => stageOf(task) === 'unclaimed' && !task.lock)
  if (open) return { do: 'claim', task: open }
  if (tasks.some(isLockedByAccount)) {
    if (!accounts) return undefined
    const hasAccount = (status: number) => accounts.some(account => account.bind_status === status)
    if (hasAccount(bindStatuses.binding)) return { do: 'checking' }
    if (!hasAccount(bindStatuses.bound)) return { do: 'link' }
  }
  const inReview = tasks.find(task => stageOf(task) === 'review')
  return inReview ? { do: 'wait', task: inReview } : { do: 'done' }
}

/** Claimed and not sent, or refused with tries and time left. */
function canBeSent(task: TaskItem, now: number): boolean {
  const stage = stageOf(task)
  const hasTime = !task.deadline_at || Date.parse(task.deadline_at) > now
  return hasTime && (stage === 'yourTurn' || (stage === 'failed' && (task.attempts_left ?? 1) > 0))
}

const readDeadline = (task: TaskItem): number => (task.deadline_at ? Date.parse(task.deadline_at) : Infinity)
