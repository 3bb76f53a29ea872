/** Why something was not done: which rule, at which place, and what helps. Nothing was changed. */
export type ReleaseRefusal = {
  readonly rule: string
  readonly place: string
  readonly says: string
  readonly remedy: string
}

/**
 * The one way to make a refusal.
 *
 * @param rule    its short name, for machines and for searching
 * @param place   the app, release, file or key that it is about
 * @param message    the problem
 * @param remedy  the way to solve it
 */
export function createRefusal(rule: string, place: string, message: string, remedy: string): ReleaseRefusal {
  return { rule, place, says: message, remedy }
}

/** Carries refusals to the command that prints them; the command then ends with 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusals: readonly ReleaseRefusal[]
  constructor(...refusals: readonly ReleaseRefusal[]) {
    super(refusals.map(formatRefusal).join('\n'))
    this.refusals = refusals
  }
}

/** One refusal, to be thrown. */
export const createRefused = (...given: Parameters<typeof createRefusal>): Refused =>
  new Refused(createRefusal(...given))

/** A refusal as one line for people. */
export function formatRefusal({ rule, place, says, remedy }: ReleaseRefusal): string {
  return `${place}: ${says} [${rule}] ${remedy}`
}

/** The known word that a typing error is nearest to, as a question; empty if none is near. */
export function suggestWord(word: string, known: readonly string[]): string {
  const near = known
    .map(each => ({ each, far: measureDistance(word, each) }))
    .filter(({ each, far }) => far <= Math.ceil(each.length / 3))
    .sort((a, b) => a.far - b.far)[0]
  return near ? `Did you mean "${near.each}"? ` : ''
}

/** Levenshtein's distance. */
function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, each] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + Number(letter !== each)))
    row = next
  }
  return row.at(-1) ?? 0
}
