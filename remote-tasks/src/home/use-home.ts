import { balance, getSetting, taskList } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { looksAt } from '../next-step/next-step.ts'
import { useAnnounced } from '../status/announce.ts'
import { isUndecided } from '../status/progress.ts'

export function useBalance() {
  return useCall(balance, { fw: 'true' })
}

export function usePerson() {
  return useCall(getSetting, {})
}

/** The first tasks of today; asks again while one of them is in review. */
export function useToday() {
  const query = useCall(taskList, { limit: String(looksAt) }, { undecided: data => data.list.some(isUndecided) })
  useAnnounced(query.data?.list)
  return query
}
