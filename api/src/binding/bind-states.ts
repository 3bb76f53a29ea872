import { bindStatuses } from '@adcoin/contract'

/** Results of a review of a social account, and requests of its owner. Source: reference-api.md 3.4. */
export type BindStep = 'asked' | 'bound' | 'failed' | 'unbound'

/** The state after a step, or nothing when the step is not possible from here. */
export function findNextState(status: number, step: BindStep): number | undefined {
  const { notBound, binding, bound, failed } = bindStatuses
  if (step === 'asked') return status === notBound || status === failed ? binding : undefined
  if (step === 'bound') return status === binding ? bound : undefined
  if (step === 'failed') return status === binding ? failed : undefined
  return status === bound || status === failed ? notBound : undefined
}
