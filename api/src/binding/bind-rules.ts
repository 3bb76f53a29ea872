import type { ReasonKey } from '../reasons/reasons.ts'
import type { SocialProfile } from './social-verifier.ts'

export type BindRules = { readonly min_fans: number; readonly min_reg_days: number }

/** Why a profile cannot be bound, or nothing. A profile of somebody else is told before one that is too small. */
export function reasonAgainst(
  profile: SocialProfile | undefined,
  challenge: string,
  rules: BindRules,
): { key: ReasonKey; values: readonly number[] } | undefined {
  if (!profile) return { key: 'profile_missing', values: [] }
  if (!profile.description.includes(challenge)) return { key: 'challenge_missing', values: [] }
  if (profile.fans < rules.min_fans) return { key: 'few_fans', values: [profile.fans, rules.min_fans] }
  if (profile.regDays < rules.min_reg_days)
    return { key: 'young_account', values: [profile.regDays, rules.min_reg_days] }
  return undefined
}
