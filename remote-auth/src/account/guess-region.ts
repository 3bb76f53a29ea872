/**
 * The region to begin with: of the browser's languages (`pt-BR`), else the first that the service offers.
 *
 * @param tags  `navigator.languages`
 */
export function guessRegion(regions: readonly { readonly region: string }[], tags: readonly string[]): string {
  for (const tag of tags) {
    const letters = regionOf(tag)
    if (letters && regions.some(({ region }) => region === letters)) return letters
  }
  return regions[0]?.region ?? ''
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}
