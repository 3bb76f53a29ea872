import { userState, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Income by day over so many days, and in total. */
export function useIncome(days: ChartDays = '7') {
  // Seven is what the service answers unasked; so the page's boot script may ask before this code is here.
  return useCall(userState, days === '7' ? {} : { days })
}
