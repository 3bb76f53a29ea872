import { defaultPayway, removePayway, userPaywayList } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { doingText } from '@adcoin/remote/pages'
import { emit } from '../events.ts'
import { useT } from '../texts.ts'

/** What can be done with an account that exists; refusals are toasts with the service's sentence. */
export function useAccountActions() {
  const t = useT()
  const host = useHost()
  const changed = async () => {
    await refresh(userPaywayList)
    emit('wallet.paymentAccountChanged', {})
  }
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
