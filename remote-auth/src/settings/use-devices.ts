import { devices, endDevice } from '@adcoin/contract'
import { useCall, useSubmit, writeCache } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useT } from '../texts.ts'

/** The sessions of this account, this one first. */
export function useDevices() {
  const { data, isError, refetch } = useCall(devices, {}, { errors: 'page' })
  const list = data?.list.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
  return { list, hasFailed: isError && !list, retry: () => void refetch() }
}

/** Ends another session; the list loses it at once. */
export function useEndDevice(onEnded: () => void) {
  const t = useT()
  const host = useHost()
  return useSubmit(endDevice, {
    onSuccess(_answer, { id }) {
      writeCache(devices, {}, cached => cached && { list: cached.list.filter(device => device.id !== id) })
      host.showToast(t('devices.ended'), 'good')
      onEnded()
    },
  })
}
