import { healthSteps } from '@adcoin/contract'
import type { Secrets } from '../secrets/secrets.ts'

const minuteMs = 60_000
/** Who was known for so long did not come to lie about the release of today. */
const knownAfterMs = 24 * 60 * minuteMs
const reasonLength = 100

/** What a browser keeps to show later since when the service knows it: `<minute in base 36>.<keyed hash>`. */
export function seenPass(secrets: Secrets, browser: string, now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs).toString(36)
  return `${minute}.${macOf(secrets, browser, minute)}`
}

/** Whether a pass is ours and this browser's. */
export function isPass(secrets: Secrets, browser: string, pass: string | undefined): boolean {
  const [minute = '', mac] = (pass ?? '').split('.')
  return mac !== undefined && mac === macOf(secrets, browser, minute)
}

/** Whether the service has known this browser for a day or longer. */
export function isKnown(secrets: Secrets, browser: string, pass: string | undefined, now: Date): boolean {
  if (!isPass(secrets, browser, pass)) return false
  const since = Number.parseInt((pass ?? '').split('.')[0] ?? '', 36) * minuteMs
  return now.getTime() - since >= knownAfterMs
}

function macOf(secrets: Secrets, browser: string, minute: string): string {
  return secrets.keyed('health-seen', `${browser} ${minute}`).slice(0, 22)
}

/**
 * One reason for what differs only in numbers, names of files and what people typed: without it each browser would have
 * a reason of its own, and some would say what is nobody's business.
 */
export function plainReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\S+@\S+/g, '@')
    .replaceAll(/(https?:\/)?\/\S*/g, '/')
    .replaceAll(/\b[0-9a-f]{8,}\b/gi, '#')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, reasonLength)
}

/** The step of `healthSteps` that a time is in; -1 where nobody measured. */
export function stepOf(ms: number | undefined): number {
  if (ms === undefined) return -1
  const step = Math.ceil(Math.log(ms / healthSteps.first) / Math.log(healthSteps.factor))
  return Math.min(healthSteps.last, Math.max(0, step))
}
