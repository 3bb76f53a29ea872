import { ClaimList, useKnownClaims } from './claim-list.tsx'
import { useLaunch } from './use-launch.ts'

/** The claims as the service tells them; until it has answered, the known ones. */
export function ToldClaims() {
  const known = useKnownClaims()
  const { data } = useLaunch()
  return <ClaimList claims={data?.claims ?? known} />
}
