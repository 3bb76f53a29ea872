import { reviewStatuses, type TaskDetail } from '@adcoin/contract'
import { Hint } from '@adcoin/ui'
import type { ReactNode } from 'react'
import { useT } from './texts.ts'

/** The reason of a failed review and the next step; nothing for any other task. */
export function RefusalReason({ task, children }: { task: TaskDetail; children?: ReactNode }) {
  const t = useT()
  if (task.review_status !== reviewStatuses.failed) return null
  return (
    <Hint tone="bad" icon="alert">
      <b>{t('detail.failedTitle')}</b>
      {/* On a line of its own: an operator's reason may end without a full stop. */}
      {task.fail_reason ? <div>{task.fail_reason}</div> : null}
      {children}
    </Hint>
  )
}
