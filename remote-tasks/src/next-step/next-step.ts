import { bindStatuses, type BoundAccount, type TaskItem } from '@adcoin/contract'
import { stageOf } from '../status.tsx'

/** The next step: send what is claimed, link an account, the easiest task, wait. */
export type NextStep =
  | { readonly do: 'send' | 'claim' | 'wait'; readonly task: TaskItem }
  | { readonly do: 'link' | 'checking' | 'done' }

/** Only the first tasks count: Home loads no more, and the task list must show the same step. */
export const looksAt = 5

export function nextStepOf(
  all: readonly TaskItem[],
  accounts: readonly BoundAccount[],
  now: number = Date.now(),
): NextStep {
  const tasks = all.slice(0, looksAt)
  const toSend = tasks.filter(task => canBeSent(task, now)).sort((a, b) => endOf(a) - endOf(b))[0]
  if (toSend) return { do: 'send', task: toSend }
  const is = (status: number) => accounts.some(account => account.bind_status === status)
  const needsAccount = tasks.some(task => task.lock === 'need_bind')
  if (needsAccount && !is(bindStatuses.bound) && !is(bindStatuses.binding)) return { do: 'link' }
  const easiest = tasks
    .filter(task => stageOf(task) === 'unclaimed' && !task.lock)
    .sort((a, b) => a.minutes - b.minutes || Number(BigInt(b.reward) - BigInt(a.reward)))[0]
  if (easiest) return { do: 'claim', task: easiest }
  if (needsAccount && is(bindStatuses.binding)) return { do: 'checking' }
  const inReview = tasks.find(task => stageOf(task) === 'review')
  return inReview ? { do: 'wait', task: inReview } : { do: 'done' }
}

/** Claimed and not sent, or refused with tries and time left. */
function canBeSent(task: TaskItem, now: number): boolean {
  const stage = stageOf(task)
  const hasTime = !task.deadline_at || Date.parse(task.deadline_at) > now
  return hasTime && (stage === 'yourTurn' || (stage === 'failed' && (task.attempts_left ?? 1) > 0))
}

const endOf = (task: TaskItem): number => (task.deadline_at ? Date.parse(task.deadline_at) : Infinity)
