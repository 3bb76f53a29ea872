/** The words of a language file, by key. */
export type Tree = { readonly [key: string]: string | Tree }

/**
 * A language file that was published as data. A remote's release has it instead of `import('../locales/….json')`: the
 * entry contains the hash, and the page's import map the entry's, so that the page itself needs no hash per language.
 */
export type TextFile = { readonly file: string; readonly integrity: string }

/** A person who changes the language waits for it. A hanging file is aborted, and fetched again at the next load. */
const longestMs = 10_000

/**
 * Reads a text file; after a failure once more past the cache, which would return the same wrong bytes.
 *
 * @throws if the file does not arrive, differs from the published one, or contains anything but texts
 */
export async function readTextFile({ file, integrity }: TextFile): Promise<Tree> {
  const signal = AbortSignal.timeout(longestMs)
  const requestFile = (cache: RequestCache) => fetch(file, { integrity, cache, redirect: 'error', signal })
  const answer = await requestFile('default').catch(() => requestFile('reload'))
  if (!answer.ok) throw new Error(`${answer.status} for ${file}`)
  const texts: unknown = await answer.json()
  if (!isTree(texts)) throw new TypeError(`${file} holds something that is no text`)
  return texts
}

function isTree(value: unknown): value is Tree {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(each => typeof each === 'string' || isTree(each))
  )
}
