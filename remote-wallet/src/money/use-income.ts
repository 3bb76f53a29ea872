import { userState, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

export function useIncome(days: ChartDays = '7') {
  // Seven is the default of the service: this equals the request of the boot script.
  return useCall(userState, days === '7' ? {} : { days })
}
