import { defaultPayway, removePayway, userPaywayList } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { useT } from '../texts.ts'

/** What can be done with an account that exists; refusals are toasts with the service's sentence. */
export function useAccountActions() {
  const t = useT()
  const host = useHost()
  const changed = () => refresh(userPaywayList)
  return {
    makeDefault: useSubmit(defaultPayway, { loaderText: doingText('save'), onSuccess: changed }),
    remove: useSubmit(removePayway, {
      loaderText: doingText('save'),
      errors: 'toast',
      onSuccess: async () => {
        await changed()
        host.showToast(t('accounts.removed'), 'good')
      },
    }),
  }
}
