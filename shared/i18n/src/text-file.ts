/** The words of a language file, by key. */
export type Tree = { readonly [key: string]: string | Tree }

/**
 * A language file that was published as data. A remote's release has it instead of `import('../locales/….json')`: the
 * entry contains the hash, and the page's import map the entry's, so that the page itself needs no hash per language.
 */
export type TextFile = { readonly file: string; readonly integrity: string }

/**
 * A person who changes the language waits for it; a file that hangs is given up, and asked for again at the next load.
 */
const longestMs = 10_000

/**
 * A cache would give wrong bytes again and again: what does not come is asked for once more past it.
 *
 * @throws where the file does not arrive, is not what was published, or holds anything but texts
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
