import { launch } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/**
 * What the app needs to know before anybody is signed in: claims, Google, languages. A failure is told by what is
 * missing, not by a toast.
 */
export function useLaunch() {
  return useCall(launch, {}, { staleTime: 60_000, errors: 'page' })
}
