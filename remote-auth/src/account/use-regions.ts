import { supportRegion } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useSession } from '@adcoin/session'
import { guessRegion } from './guess-region.ts'

type Regions = Parameters<typeof guessRegion>[0]

/**
 * The regions whose numbers the service accepts, in its order, and the one that is most likely this person's
 * (`likely`). Nothing is asked while they are not wanted.
 */
export function useRegions(isWanted = true) {
  const query = useCall(supportRegion, {}, { enabled: isWanted, staleTime: 10 * 60_000, errors: 'page' })
  const own = useSession(session => session.person?.countryCode)
  const guess = (regions: Regions) =>
    guessRegion(regions, own ? [`und-${own}`, ...navigator.languages] : navigator.languages)
  return { ...query, guess, likely: guess(query.data ?? []) }
}
