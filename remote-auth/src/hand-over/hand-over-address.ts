/**
 * The JSON in the address of /appLogin: all of the fragment after `#data=`, else `?data=`; undefined where neither is
 * there.
 * What cannot be decoded, or stands twice, comes back as text that nobody can parse.
 */
export function handOverOf({ hash, search }: Pick<Location, 'hash' | 'search'>): string | undefined {
  if (hash.startsWith('#data=')) return decoded(hash.slice('#data='.length))
  const given = [...search.matchAll(/[?&]data=([^&]*)/g)].map(match => match[1] ?? '')
  if (given.length === 0) return undefined
  return given.length === 1 ? decoded(given[0] ?? '') : ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
