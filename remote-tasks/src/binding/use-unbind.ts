import { boundAccounts, taskList, unbindAccount } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { useT } from '../texts.ts'

/** Unbinds after the person confirmed; a refusal (open tasks) is a toast with the service's sentence. */
export function useUnbind() {
  const t = useT()
  const host = useHost()
  return useSubmit(unbindAccount, {
    loaderText: doingText('save'),
    errors: 'toast',
    onSuccess: async () => {
      await Promise.all([refresh(boundAccounts), refresh(taskList)])
      host.showToast(t('bind.unbound'))
    },
  })
}
