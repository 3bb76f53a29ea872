import { agentState, getSetting, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Sizes, growth and what the team brought. */
export function useTeam() {
  return useCall(agentState, {})
}

/** The size by day, and who joined or brought something in these days. */
export function useGrowth(days: ChartDays) {
  return useCall(agentState, { days })
}

/** The person's own code, and whose code is bound. */
export function usePerson() {
  return useCall(getSetting, {})
}
