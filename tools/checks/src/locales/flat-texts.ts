const plural = /_(zero|one|two|few|many|other)$/

/**
 * Nested texts as dotted keys.
 *
 * @returns undefined if anything in it is neither a text nor an object of texts
 */
export function flattenTexts(value: unknown, prefix = ''): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const texts = new Map<string, string>()
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') {
      texts.set(prefix + key, entry)
      continue
    }
    const inner = flattenTexts(entry, `${prefix}${key}.`)
    if (!inner) return undefined
    for (const [innerKey, text] of inner) texts.set(innerKey, text)
  }
  return texts
}

/** `tasks.left_one` to `tasks.left`: languages differ in which plural forms they need. */
export function stripPluralSuffix(key: string): string {
  return key.replace(plural, '')
}
