import { agentQuery } from '@adcoin/contract'
import { usePages } from '@adcoin/http'

export type Level = '1' | '2'

/** The person's own subtree, page by page; with a user id only that member, on whichever level. */
export function useMembers({ level, userId }: { level: Level; userId: string }) {
  return usePages(agentQuery, userId ? { user_id: userId } : { level }, { idOf: member => member.user_id })
}
