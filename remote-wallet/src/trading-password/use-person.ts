import { getSetting } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** The account's settings: whether a trading password is set, and where codes can be sent. */
export function usePerson() {
  return useCall(getSetting, {})
}
