/** Undefined if the storage is blocked or full: callers continue without the value. */
export function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
