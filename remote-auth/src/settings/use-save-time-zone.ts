import { agentState, getSetting, saveSetting, transactionList, userState } from '@adcoin/contract'
import { refresh, useSubmit, writeCache } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useT } from '../texts.ts'

/** Keeps a zone with the account; what is shown by day is asked for again. `''`: the browser's, now and later. */
export function useSaveTimeZone(onSaved: () => void) {
  const t = useT()
  const host = useHost()
  const { submit, isRunning } = useSubmit(saveSetting, {
    errors: 'toast',
    onSuccess(setting) {
      writeCache(getSetting, {}, () => setting)
      void Promise.all([refresh(userState), refresh(agentState), refresh(transactionList)])
      host.showToast(t('profile.saved'), 'good')
      onSaved()
    },
  })
  const choose = (zone: string, own: string) =>
    void submit({ time_zone: zone === '' ? own : zone, time_zone_auto: zone === '' })
  return { choose, isRunning }
}
