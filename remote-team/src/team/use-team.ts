import { agentState, launch, type ChartDays } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { usePerson } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'

/**
 * Sizes and income of the team, its size by day, and the friends who joined or earned something in these days. The
 * first days are one request of the whole area: the boot script sends it before this code is loaded (remote.json).
 */
export function useTeam(days: ChartDays = firstDays) {
  return useCall(agentState, { days })
}

/** The person, or the session's copy of them, which needs no network. */
export function useKnownPerson() {
  const saved = useSession(session => session.user)
  const own = usePerson()
  return { own, person: own.data ?? saved ?? undefined }
}

/** The address that invitation links begin with. */
export function useShareInfo() {
  return useCall(launch, {}, { staleTime: 60_000 })
}

/** In groups of three, as people read a code aloud: `482 913`. */
export function formatInviteCode(code: string): string {
  return code.replace(/(.{3})(?=.)/g, '$1 ')
}

/** The link of an invitation; undefined if the service gave no web address. */
export function buildInviteLink(shareUrl: string, code: string): string | undefined {
  const url = URL.parse(shareUrl)
  if (!url || !/^https?:$/.test(url.protocol) || code === '') return undefined
  url.searchParams.set('invite_code', code)
  return url.href
}

export const firstDays: ChartDays = '30'
