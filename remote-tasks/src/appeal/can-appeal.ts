import type { TaskDetail } from '@adcoin/contract'

/** Whether the person may ask for a second review: a rejected proof, once for each claimed task. */
export function canAppeal(task: TaskDetail): boolean {
  return task.can_appeal === true && task.assignment_id !== null
}

/** Another reviewer has not decided yet: until then no proof can be sent. */
export const isAppealOpen = ({ appeal }: TaskDetail): boolean => appeal?.state === 'open'
