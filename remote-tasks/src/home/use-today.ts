import { taskList } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { isUndecided, useAnnouncements } from '../status.tsx'

/** So many tasks are enough to work on: the others are one tap away. */
export const mostTasks = 5

/** The first tasks of today; polls while one of them is in review. */
export function useToday() {
  const query = useCall(taskList, { limit: String(mostTasks) }, { undecided: data => data.list.some(isUndecided) })
  useAnnouncements(query.data?.list)
  return query
}
