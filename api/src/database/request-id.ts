import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/**
 * Does work for a request: rows of the ledger, the audit and jobs that it writes in a transaction keep the id, by the
 * columns' default (migration 0027). An id that cannot be part of a statement is kept nowhere.
 */
export function runForRequest<Result>(id: string | null, work: () => Result): Result {
  return id !== null && /^[\w-]{1,64}$/.test(id) ? current.run(id, work) : work()
}

/** The id of the request that runs now. */
export const readRequestId = (): string | undefined => current.getStore()
