import { agentState, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

export const firstDays: ChartDays = '30'

/**
 * Sizes and income of the team, its size by day, and the friends who joined or earned something in these days. The first
 * days are one request of the whole area: the boot script sends it before this code is loaded (remote.json).
 */
export function useTeam(days: ChartDays = firstDays) {
  return useCall(agentState, { days })
}
