import { HttpFailure } from './failure.ts'
import { timeoutMs } from './client.ts'

/**
 * A file of this app's own origin, such as a task's prepared picture. Rejects with an HttpFailure; nothing is reported,
 * the caller shows it.
 */
export async function fetchFile(path: string): Promise<Blob> {
  if (new URL(path, location.origin).origin !== location.origin) throw new HttpFailure('refused')
  const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' }).catch(
    () => undefined,
  )
  if (!answer) throw new HttpFailure('offline')
  if (!answer.ok) throw new HttpFailure('broken', { code: answer.status })
  return answer.blob()
}
