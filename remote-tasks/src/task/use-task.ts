import { taskDetail } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useParams, useSearchParams } from '@adcoin/router'
import { useAnnounced } from '../status/announce.ts'
import { isUndecided } from '../status/progress.ts'

/** The task of the address: today's by task id, or a claimed one of any day by `?assignment=`. */
export function useTask() {
  const { taskId = '' } = useParams()
  const [query] = useSearchParams()
  const assignment = query.get('assignment')
  const answer = useCall(taskDetail, assignment ? { assignment_id: assignment } : { task_id: taskId }, {
    errors: 'page',
    undecided: data => data.detail !== null && isUndecided(data.detail),
  })
  const task = answer.data?.detail ?? undefined
  useAnnounced(task && [task])
  return { ...answer, task }
}
