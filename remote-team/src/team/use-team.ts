import { agentState, getSetting } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Sizes, growth and what the team brought. */
export function useTeam() {
  return useCall(agentState, {})
}

/** The person's own code, and whose code is bound. */
export function usePerson() {
  return useCall(getSetting, {})
}
