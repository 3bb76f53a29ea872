import type { GateAllowance } from '@adcoin/contract'
import { allowable } from '../gate/allowances.ts'
import { Refused, refuse } from '../refusal.ts'
import type { LiveState } from './live-state.ts'
import { planOf, type Author, type Change, type Plan } from './plan.ts'

/**
 * Operators sign an exception of an app from a rule about scripts, or withdraw it. It is a generation like any other:
 * signed, numbered, in the history.
 *
 * @param allowance  undefined withdraws it; live releases stay live
 * @throws Refused for a rule without exceptions, without a reason, and if nothing would change
 */
export function planAllowance(
  state: LiveState,
  app: string,
  rule: string,
  allowance: GateAllowance | undefined,
  change: Change,
  author: Author,
): Plan {
  const place = `${app}: ${rule}`
  if (!allowable.includes(rule))
    throw new Refused(
      refuse('allowable', place, 'nobody can sign for that', `Rules with allowances: ${allowable.join(', ')}.`),
    )
  if (allowance?.why.trim() === '')
    throw new Refused(refuse('allowable', place, 'it has no reason', 'Say with --why why the app must do that.'))
  const before = state.generation?.allowed[app] ?? {}
  const { [rule]: known, ...others } = before
  if (known?.places === allowance?.places && known?.why === allowance?.why)
    throw new Refused(refuse('already-so', place, 'that is so already', 'See `status`.'))
  const own = allowance ? { ...others, [rule]: allowance } : others
  return planOf(state, { allowed: { ...state.generation?.allowed, [app]: own } }, change, author)
}
