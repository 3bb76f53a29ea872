import { useEffect } from 'react'
import { coin, reviewStatuses } from '@adcoin/contract'
import { emit } from '../events.ts'

export type SeenStages = {
  assignment_id: string | null
  exec_status: number | null
  review_status: number | null
  reward: string
}

const lastSeen = new Map<string, string>()

/** Emits what changed since this tab last saw these tasks; the first sight of a task is no change. */
export function announce(tasks: readonly SeenStages[]): void {
  for (const { assignment_id: assignmentId, exec_status: execStatus, review_status: reviewStatus, reward } of tasks) {
    if (assignmentId === null || execStatus === null || reviewStatus === null) continue
    const now = `${execStatus}/${reviewStatus}`
    const before = lastSeen.get(assignmentId)
    lastSeen.set(assignmentId, now)
    if (before === undefined || before === now) continue
    emit('tasks.taskChanged', { assignmentId, execStatus, reviewStatus })
    if (reviewStatus === reviewStatuses.passed)
      emit('tasks.rewardPaid', { assignmentId, reward: { amount: reward, ...coin } })
  }
}

export function useAnnounced(tasks: readonly SeenStages[] | undefined): void {
  useEffect(() => {
    if (tasks) announce(tasks)
  }, [tasks])
}
