import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { scriptsOf, type Script } from './read-scripts.ts'
import type { Placed } from './scopes.ts'

/** Something in a script that may not be there, and why. */
export type Wrong = { readonly placed: Pick<Placed, 'place'>; readonly says: string }

/**
 * A rule about each script of a remote. The shell's own are not looked at: it is what the rule protects. One place is
 * refused once, however many ways lead to it.
 *
 * @param remedy  what to do instead
 */
export function scriptRule(rule: string, remedy: string, look: (script: Script) => readonly Wrong[]): CandidateRule {
  return candidate => {
    if (candidate.app === 'shell') return []
    const byPlace = new Map(
      scriptsOf(candidate)
        .flatMap(look)
        .map(({ placed, says }) => [`${placed.place} ${says}`, { place: placed.place, says }]),
    )
    return [...byPlace.values()].map(({ place, says }) => refuse(rule, `${candidate.app}: ${place}`, says, remedy))
  }
}
