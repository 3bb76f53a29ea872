import { agentState, getSetting, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** The days of the growth chart before others are chosen. */
export const firstDays: ChartDays = '30'

/**
 * Sizes, what the team brought, the size by day, and who joined or brought something in these days. The first days are
 * one question for the whole area, which the page's boot script asks before this code is here (remote.json).
 */
export function useTeam(days: ChartDays = firstDays) {
  return useCall(agentState, { days })
}

/** The person's own code, and whose code is bound. */
export function usePerson() {
  return useCall(getSetting, {})
}
