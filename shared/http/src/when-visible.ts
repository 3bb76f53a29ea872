/**
 * Hidden tabs postpone their requests until they are shown: two hundred of them follow a login or another language at
 * once. faults.md G21.
 */
export function whenVisible(work: () => void): void {
  if (globalThis.document?.visibilityState !== 'hidden') return work()
  document.addEventListener('visibilitychange', function seen() {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', seen)
    work()
  })
}
