import { userState } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Income by day and in total. */
export function useIncome() {
  return useCall(userState, {})
}
