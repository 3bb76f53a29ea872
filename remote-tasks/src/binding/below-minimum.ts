import { bindStatuses, type BoundAccount } from '@adcoin/contract'
import type { BoundAccounts } from './use-bound-accounts.ts'

/** It failed for what only time changes: to link it again would not help. */
export function isBelowMinimum(
  { bind_status: status, fans, reg_days: days }: BoundAccount,
  { min_fans: minFans, min_reg_days: minDays }: BoundAccounts['rules'],
): boolean {
  const isBelow = (fans !== null && fans < minFans) || (days !== null && days < minDays)
  return status === bindStatuses.failed && isBelow
}
