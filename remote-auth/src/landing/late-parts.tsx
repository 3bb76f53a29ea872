import { Hint } from '@adcoin/ui'
import { ClaimList, usePrerenderedClaims } from './claim-list.tsx'
import { useLaunch } from './use-launch.ts'

/** The claims of the service, once it has answered; none where it does not. */
export function LiveClaims() {
  const prerendered = usePrerenderedClaims()
  const { data, isError } = useLaunch()
  return <ClaimList claims={data?.claims ?? (isError ? [] : prerendered)} />
}

/** Notices of the operator, such as that of a demonstration: before any money is named. */
export function LiveNotices() {
  return useLaunch().data?.notice.map(({ key, text }) => (
    <Hint key={key} tone="warn" icon="info">
      {text}
    </Hint>
  ))
}
