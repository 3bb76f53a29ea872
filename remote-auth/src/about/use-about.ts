import { about } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useRegions } from '../account/use-regions.ts'

/** The company behind this deployment, and an example in the likely currency of this person. */
export function useAbout() {
  const { likely, isError: isUnknown } = useRegions()
  const region = likely === '' ? {} : { region: likely }
  return useCall(about, region, { enabled: likely !== '' || isUnknown, errors: 'page' })
}
