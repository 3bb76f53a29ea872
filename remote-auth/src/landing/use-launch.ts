import { launch } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** The public settings: claims, Google, languages. After a failure the page omits them, without a toast. */
export function useLaunch() {
  return useCall(launch, {}, { staleTime: 60_000, errors: 'page' })
}
