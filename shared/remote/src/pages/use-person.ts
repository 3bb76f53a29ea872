import { balance, getSetting } from '@adcoin/contract'
import { useCall, type CallOptions } from '@adcoin/http'

/** The settings of the signed-in person. */
export function usePerson(options: Pick<CallOptions<never, never>, 'errors'> = {}) {
  return useCall(getSetting, {}, options)
}

/** The balance with price and limits (`fw=true`). */
export function useBalance() {
  return useCall(balance, { fw: 'true' })
}
