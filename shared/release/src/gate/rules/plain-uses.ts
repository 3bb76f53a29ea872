import { forbiddenUses, remedies } from '@adcoin/checks/forbidden-uses'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { scriptsOf } from '../scripts/read-scripts.ts'

/**
 * A remote's scripts use nothing of the browser that the table of @adcoin/checks forbids; `npm run check` asks the same
 * of its sources. The shell is what the rules protect.
 */
export const plainUses: CandidateRule = candidate =>
  candidate.app === 'shell'
    ? []
    : scriptsOf(candidate)
        .flatMap(({ nodes }) => forbiddenUses(nodes, false))
        .map(({ rule, says, placed }) => refuse(rule, `${candidate.app}: ${placed.place}`, says, remedies[rule]))
