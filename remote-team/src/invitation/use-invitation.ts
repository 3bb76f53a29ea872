import { launch } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { inviteLink } from '../team/invite-code.ts'
import { usePerson } from '../team/use-team.ts'

/** Everything of the share card: whose it is, the code, and the link (nothing where the service gave no address). */
export function useInvitation() {
  const person = usePerson()
  const info = useCall(launch, {})
  const code = person.data?.invite_code
  return {
    name: person.data?.nick_name ?? undefined,
    code,
    link: code && info.data ? inviteLink(info.data.share.url, code) : undefined,
    isPending: person.isPending || info.isPending,
    isError: person.isError || info.isError,
    retry: () => void Promise.all([person.refetch(), info.refetch()]),
  }
}
