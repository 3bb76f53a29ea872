/**
 * Does the work in one tab of this browser at a time: the next one begins when that tab ends, or goes. Without Web
 * Locks (a page that is not secure) every tab does it, and the service bounds them.
 */
export async function inOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  // A tab that gave up rejects its wait.
  await locks.request(name, { signal }, work).catch(() => undefined)
}
