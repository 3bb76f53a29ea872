import { reviewStatuses, type TaskDetail } from '@adcoin/contract'
import { Hint } from '@adcoin/ui'
import type { ReactNode } from 'react'
import { stageOf } from './status.tsx'
import { useT } from './texts.ts'

/** Why a review failed and the next step, or why the task was stopped; nothing for any other task. */
export function RefusalReason({ task, children }: { task: TaskDetail; children?: ReactNode }) {
  const t = useT()
  if (task.review_status !== reviewStatuses.failed)
    return stageOf(task) === 'stopped' && task.fail_reason ? (
      <Hint tone="warn" icon="info">
        {task.fail_reason}
      </Hint>
    ) : null
  return (
    <Hint tone="bad" icon="alert">
      <b>{t('detail.failedTitle')}</b>
      {/* On a line of its own: an operator's reason may end without a full stop. */}
      {task.fail_reason ? <div>{task.fail_reason}</div> : null}
      {children}
    </Hint>
  )
}
