import { useEffect } from 'react'
import { coin, reviewStatuses, taskKinds, execStatuses } from '@adcoin/contract'
import type { IconName } from '@adcoin/ui'
import { Pill } from '@adcoin/ui/pages'
import { emit } from './events.ts'
import { useT } from './texts.ts'

type SeenStages = {
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

export function useAnnouncements(tasks: readonly SeenStages[] | undefined): void {
  useEffect(() => {
    if (tasks) announce(tasks)
  }, [tasks])
}

/** A shorter list is read faster than it is filtered. */
export const fewestToFilter = 10

export const kindNumbers = [3, 4, 5, 6, 2, 7, 1] as const

const icons: Record<number, IconName> = {
  [taskKinds.privateMessage]: 'msg',
  [taskKinds.group]: 'group',
  [taskKinds.postVideo]: 'video',
  [taskKinds.postImage]: 'image',
  [taskKinds.editDescription]: 'text',
  [taskKinds.editLink]: 'link',
  [taskKinds.sms]: 'sms',
}

export function findKindIcon(kind: number): IconName {
  return icons[kind] ?? 'tasks'
}

/** A post that others see, a message to one of them, or anything else. */
export function toShownThing(kind: number): 'post' | 'message' | 'other' {
  if (kind === taskKinds.privateMessage || kind === taskKinds.sms) return 'message'
  return kind === taskKinds.group || kind === taskKinds.postVideo || kind === taskKinds.postImage ? 'post' : 'other'
}

/** A task whose result others see on the person's own profile. */
export function isPublic({ kind }: { readonly kind: number }): boolean {
  const { postVideo, postImage, editDescription, editLink } = taskKinds
  return [postVideo, postImage, editDescription, editLink].some(listed => listed === kind)
}

export function toKindKey(kind: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'other' {
  return kindNumbers.find(offered => offered === kind) ?? 'other'
}

/** The two states of a claimed task; null: not claimed. */
type Progress = { readonly exec_status: number | null; readonly review_status: number | null }

export type Stage = 'unclaimed' | 'yourTurn' | 'review' | 'passed' | 'failed' | 'stopped' | 'unknown'

/** Unknown states of the service are 'unknown': shown neutrally, nothing to do. */
export function stageOf({ exec_status: exec, review_status: review }: Progress): Stage {
  if (exec === null || review === null) return 'unclaimed'
  if (exec === execStatuses.stopped) return 'stopped'
  if (review === reviewStatuses.passed) return 'passed'
  if (review === reviewStatuses.failed) return 'failed'
  if (review === reviewStatuses.pending) return 'review'
  if (review === reviewStatuses.unprocessed) return 'yourTurn'
  return 'unknown'
}

/** The service may still decide: the screen polls (rulings.md R11). */
export function isUndecided(progress: Progress): boolean {
  return stageOf(progress) === 'review'
}

export function isDone(progress: Progress): boolean {
  const stage = stageOf(progress)
  return stage === 'passed' || stage === 'stopped'
}

const locks = ['need_bind', 'task_full', 'task_limit', 'task_closed'] as const

/** Why a task cannot be claimed; an unknown reason reads as "has ended". */
export function toKnownLock(lock: string): (typeof locks)[number] {
  return locks.find(listed => listed === lock) ?? 'task_closed'
}

/** The usual time of a decision; '' if it is unknown. */
export function useReviewTime(): (minutes: number) => string {
  const t = useT()
  return minutes => {
    if (minutes <= 0) return ''
    return minutes > 90
      ? t('home.reviewHours', { count: Math.ceil(minutes / 60) })
      : t('home.reviewMinutes', { count: minutes })
  }
}

/** The usual time of a decision in a few words, for a cell; '' if it is unknown. */
export function useShortReviewTime(): (minutes: number) => string {
  const t = useT()
  return minutes => {
    if (minutes <= 0) return ''
    return minutes > 90
      ? t('detail.withinHours', { count: Math.ceil(minutes / 60) })
      : t('detail.withinMinutes', { count: minutes })
  }
}

const pills = {
  yourTurn: { tone: 'info', shape: 'now' },
  review: { tone: 'warn', shape: 'half' },
  passed: { tone: 'good', shape: 'ok' },
  failed: { tone: 'bad', shape: 'bad' },
  stopped: { tone: 'idle', shape: 'stop' },
  unknown: { tone: 'idle', shape: 'none' },
} as const satisfies Record<Exclude<Stage, 'unclaimed'>, unknown>

export function StatusPill(progress: Progress) {
  const t = useT()
  const stage = stageOf(progress)
  if (stage === 'unclaimed') return null
  return <Pill {...pills[stage]}>{formatStage(t, stage, progress)}</Pill>
}

function formatStage(t: ReturnType<typeof useT>, stage: Stage, progress: Progress): string {
  if (stage === 'yourTurn') return t('stage.yourTurn')
  if (stage === 'stopped') return t(`exec.${toKnownExecStatus(progress.exec_status)}`)
  return t(`review.${toKnownReviewStatus(progress.review_status)}`)
}

export function toKnownExecStatus(status: number | null): 0 | 1 | 2 | 3 | 4 | 'other' {
  return Object.values(execStatuses).find(listed => listed === status) ?? 'other'
}

export function toKnownReviewStatus(status: number | null): 0 | 1 | 2 | 3 | 'other' {
  return status === 0 || status === 1 || status === 2 || status === 3 ? status : 'other'
}
