import type { PersonState } from '@adcoin/contract/operations'
import type { PersonStatus } from '../database/schema.ts'

/** The state of a person as operators see it. */
export function personState(
  { status, withdraw_frozen_until: until }: { status: PersonStatus; withdraw_frozen_until: Date | null },
  now: Date,
): PersonState {
  return status === 'active' && until !== null && until > now ? 'frozen' : status
}
