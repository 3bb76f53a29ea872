import { execStatuses } from '@adcoin/contract'
import { Pill } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { stageOf, type Progress, type Stage } from './progress.ts'

const looks = {
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
  return <Pill {...looks[stage]}>{stageLabel(t, stage, progress)}</Pill>
}

function stageLabel(t: ReturnType<typeof useT>, stage: Stage, progress: Progress): string {
  if (stage === 'yourTurn') return t('stage.yourTurn')
  if (stage === 'stopped') return t(`exec.${knownExec(progress.exec_status)}`)
  return t(`review.${knownReview(progress.review_status)}`)
}

export function knownExec(status: number | null): 0 | 1 | 2 | 3 | 4 | 'other' {
  return Object.values(execStatuses).find(known => known === status) ?? 'other'
}

export function knownReview(status: number | null): 0 | 1 | 2 | 3 | 'other' {
  return status === 0 || status === 1 || status === 2 || status === 3 ? status : 'other'
}
