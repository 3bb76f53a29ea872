import type { TaskDetail } from '@adcoin/contract'
import { formatDate, joined } from '@adcoin/i18n/formats'
import { Track, type TrackStep } from '@adcoin/ui/pages'
import { isAppealOpen } from '../appeal/can-appeal.ts'
import { stageOf, toShownThing, useReviewTime, type Stage } from '../status.tsx'
import { useT } from '../texts.ts'
import { canSubmit } from './can-submit.ts'

export function TaskTrack({ task }: { task: TaskDetail }) {
  const t = useT()
  const reviewTime = useReviewTime()
  const stage = stageOf(task)
  const formatStepTime = (step: TaskDetail['history'][number]['step']) => {
    const moment = task.history.findLast(entry => entry.step === step)?.at
    return moment && formatDate(moment, 'moment')
  }
  const until = task.deadline_at ? t('detail.yourTurn', { time: formatDate(task.deadline_at, 'moment') }) : undefined
  const inAppeal = isAppealOpen(task)
  const yourTurn = canSubmit(task)
  const isPost = toShownThing(task.kind) === 'post'
  const isTooLate = stage === 'yourTurn' && !yourTurn
  const decided = stage === 'passed'
  const reviewNow = inAppeal ? t('detail.reviewing') : joined([t('detail.reviewing'), reviewTime(task.review_minutes)])
  const claimed: TrackStep = { state: 'done', title: t('detail.claimed'), note: formatStepTime('claimed') }
  const stopped: TrackStep = { state: 'stopped', title: t('detail.stopped'), note: formatStepTime('stopped') }
  const hasFailed = stage === 'failed'
  const isFirstTurn = yourTurn && !hasFailed
  const steps: TrackStep[] = [
    claimed,
    {
      state: isFirstTurn ? 'current' : isTooLate ? 'stopped' : 'done',
      title: isFirstTurn || isTooLate ? t(isPost ? 'detail.post' : 'detail.send') : t('detail.proofSent'),
      note: isFirstTurn ? until : isTooLate ? t('lock.task_closed') : formatStepTime('submitted'),
    },
    {
      state: reviewStates[stage] ?? 'todo',
      title: decided ? t('review.2') : hasFailed ? t('detail.failedTitle') : t('detail.review'),
      note: stage === 'review' ? reviewNow : (formatStepTime('passed') ?? formatStepTime('failed')),
    },
    ...(yourTurn && hasFailed ? [{ state: 'current', title: t('detail.sendAgain'), note: until } as const] : []),
    { state: decided ? 'done' : 'todo', title: t('detail.paid'), note: formatStepTime('paid') },
  ]
  return <Track label={t('detail.states')} steps={stage === 'stopped' ? [claimed, stopped] : steps} />
}

const reviewStates: Partial<Record<Stage, TrackStep['state']>> = { passed: 'done', failed: 'failed', review: 'waiting' }
