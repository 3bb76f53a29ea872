import * as contract from '@adcoin/contract'
import type { Call } from '@adcoin/contract'

/** Every call of the contract. */
export const allCalls: readonly Call[] = (Object.values(contract) as unknown[]).filter(isCall)

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'request' in value &&
    'response' in value &&
    'idempotency' in value
  )
}
