import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { scriptsOf } from '../scripts/read-scripts.ts'

/** A remote's scripts can be read: a browser could not start the others, and no rule could look into them. */
export const readableScripts: CandidateRule = candidate =>
  candidate.app === 'shell'
    ? []
    : scriptsOf(candidate).flatMap(({ path, unread }) =>
        unread === undefined
          ? []
          : [refuse('scripts', `${candidate.app}: ${path}`, `it is no JavaScript: ${unread}`, 'Build the app again.')],
      )
