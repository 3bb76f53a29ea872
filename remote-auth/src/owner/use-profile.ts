import { usePerson } from '@adcoin/remote/pages'
import { useSession } from '@adcoin/session'

/** The person's settings, or the last known copy while they load. */
export function useProfile() {
  const { data, isError, refetch } = usePerson({ errors: 'page' })
  const cachedUser = useSession(session => session.user)
  const user = data ?? cachedUser ?? undefined
  return { user, hasFailed: isError && !user, retry: () => void refetch() }
}
