import { taskList } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { useAnnounced } from '../status/announce.ts'
import { isUndecided } from '../status/progress.ts'

export type KindFilter = 'all' | '1' | '2' | '3' | '4' | '5' | '6' | '7'

/** Today's tasks, page by page; asks again while one of them is in review. */
export function useTaskList(kind: KindFilter) {
  const pages = usePages(taskList, kind === 'all' ? {} : { kind }, {
    idOf: task => task.id,
    undecided: tasks => tasks.some(isUndecided),
  })
  useAnnounced(pages.items)
  return pages
}
