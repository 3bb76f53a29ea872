import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature is good for so long before and after its time. */
const signatureSeconds = 300

/**
 * `v1,<base64>` over `<what>.<seconds>.<body>`, as Standard Webhooks signs. `what` is the id of a webhook, or method and
 * path of a request: a signature of the one is never one of the other.
 */
export function signatureOf(key: Buffer, what: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${what}.${seconds}.${body}`).digest('base64')}`
}

/** Whether one of the signatures (there are two while a key changes) is valid and recent. */
export function isSignedNow(
  key: Buffer,
  { what, seconds, body, signatures }: { what: string; seconds: number; body: string; signatures: string },
  now: Date,
): boolean {
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= signatureSeconds)) return false
  const wanted = Buffer.from(signatureOf(key, what, seconds, body))
  return signatures.split(' ').some(given => {
    const bytes = Buffer.from(given)
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
  })
}
