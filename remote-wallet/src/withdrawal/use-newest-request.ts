import { withdrawLog, withdrawRequest } from '@adcoin/contract'
import { unanswered, useCall, type HttpFailure } from '@adcoin/http'
import { saveAttempt } from './withdrawal-attempt.ts'

/**
 * Saves the newest request before the one that is sent next: it identifies that in the log if its answer is lost. A
 * second try of a lost one has it already. Returns why it could not be read.
 */
export function useNewestRequest(): () => Promise<HttpFailure | undefined> {
  const newest = useCall(withdrawLog, { limit: '1' })
  return async () => {
    if (unanswered(withdrawRequest)) return undefined
    const { data, error } = newest.data ? newest : await newest.refetch()
    if (data) saveAttempt({ before: data.list[0]?.id ?? null })
    return data ? undefined : (error ?? undefined)
  }
}
