import { supportRegion } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { useSession } from '@adcoin/session'

type Regions = readonly { readonly region: string }[]

/** The regions whose numbers the service accepts, in its order, and the likely one of this person. */
export function useRegions(isWanted = true) {
  const query = useCall(supportRegion, {}, { enabled: isWanted, staleTime: 10 * 60_000, errors: 'page' })
  const own = useSession(session => session.person?.countryCode ?? session.lastCountry)
  const guess = (regions: Regions) =>
    guessRegion(regions, own ? [`und-${own}`, ...navigator.languages] : navigator.languages)
  return { ...query, guess, likely: guess(query.data ?? []) }
}

/**
 * The first offered region of the browser's languages (`pt-BR`), else the first that the service offers.
 *
 * @param tags  `navigator.languages`
 */
export function guessRegion(regions: Regions, tags: readonly string[]): string {
  const likely = tags.map(regionOf).find(letters => regions.some(({ region }) => region === letters))
  return likely ?? regions[0]?.region ?? ''
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}
