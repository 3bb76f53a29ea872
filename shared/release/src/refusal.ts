/** Why something was not done: which rule, at which place, and what helps. Nothing was changed. */
export type Refusal = { readonly rule: string; readonly place: string; readonly says: string; readonly remedy: string }

/**
 * The one way to make a refusal.
 *
 * @param rule    its short name, for machines and for searching
 * @param place   the app, release, file or key that it is about
 * @param says    what is wrong there
 * @param remedy  what helps
 */
export function refuse(rule: string, place: string, says: string, remedy: string): Refusal {
  return { rule, place, says, remedy }
}

/** Carries refusals to the command that prints them; the command then ends with 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusals: readonly Refusal[]
  constructor(...refusals: readonly Refusal[]) {
    super(refusals.map(sentence).join('\n'))
    this.refusals = refusals
  }
}

/** A refusal as one line for people. */
export function sentence({ rule, place, says, remedy }: Refusal): string {
  return `${place}: ${says} [${rule}] ${remedy}`
}
