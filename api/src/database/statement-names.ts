/** So many different texts are kept prepared on a connection; lists of many lengths must not fill the server. */
const mostNamed = 500

/**
 * The name of a prepared text, the same on every connection. A text with `*` has none: its columns change when a
 * migration adds a column, and a prepared one would fail from then on.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  return text => {
    if (names.has(text)) return names.get(text)
    if (names.size >= mostNamed) return undefined
    const name = answersWhateverIsThere(text) ? undefined : `s${names.size}`
    names.set(text, name)
    return name
  }
}

const answersWhateverIsThere = (text: string): boolean => /(?:\bselect|\breturning|[,.])\s*\*/i.test(text)
