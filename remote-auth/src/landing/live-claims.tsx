import { ClaimList, usePrerenderedClaims } from './claim-list.tsx'
import { useLaunch } from './use-launch.ts'

/** The claims of the service, once it has answered. */
export function LiveClaims() {
  const prerendered = usePrerenderedClaims()
  const { data } = useLaunch()
  return <ClaimList claims={data?.claims ?? prerendered} />
}
