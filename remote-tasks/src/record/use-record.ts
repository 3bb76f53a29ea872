import { taskDetail } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { useAnnounced } from '../status/announce.ts'
import { isUndecided } from '../status/progress.ts'

export type ReviewFilter = 'all' | '0' | '1' | '2' | '3'

/** The task record (`task/detail` without an id, rulings.md R9), newest first. */
export function useRecord(status: ReviewFilter) {
  const pages = usePages(taskDetail, status === 'all' ? {} : { status }, {
    pageOf: answer => answer.record,
    idOf: record => record.assignment_id,
    undecided: records => records.some(isUndecided),
  })
  useAnnounced(pages.items)
  return pages
}
