import { receiveTask, taskDetail, taskList, userState } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { useT } from '../texts.ts'

/** Claims a task; the lists that show it follow. */
export function useClaim() {
  const t = useT()
  const host = useHost()
  return useSubmit(receiveTask, {
    loaderText: doingText('claim'),
    idempotent: true,
    onSuccess: async () => {
      await Promise.all([refresh(taskList), refresh(taskDetail), refresh(userState)])
      host.showToast(t('list.claimed'))
    },
    onFailure: () => void refresh(taskList),
  })
}
