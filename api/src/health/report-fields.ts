import { healthSteps } from '@adcoin/contract'
import type { Secrets } from '../secrets/secrets.ts'

const minuteMs = 60_000
/** A browser known for a day did not come to lie about the release of today. */
export const knownMinutes = 24 * 60
/** A browser known for longer may have the files of the live release in its cache. */
export const newMinutes = 10
const reasonLength = 100

/**
 * A pass that the browser keeps and sends later as evidence of when it was first seen: `<minute in base 36>.<keyed
 * hash>`.
 */
export function makeSeenPass(secrets: Secrets, browser: string, now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs).toString(36)
  return `${minute}.${macOf(secrets, browser, minute)}`
}

/** Minutes for which the service has known this browser; undefined without a pass of ours for this browser. */
export function countMinutesKnown(
  secrets: Secrets,
  browser: string | undefined,
  pass: string | undefined,
  now: Date,
): number | undefined {
  const [minute = '', mac] = (pass ?? '').split('.')
  if (browser === undefined || mac === undefined || mac !== macOf(secrets, browser, minute)) return undefined
  const minutes = now.getTime() / minuteMs - Number.parseInt(minute, 36)
  // The pass of a wrong clock is replaced.
  return minutes < -newMinutes ? undefined : minutes
}

function macOf(secrets: Secrets, browser: string, minute: string): string {
  return secrets.keyed('health-seen', `${browser} ${minute}`).slice(0, 22)
}

/**
 * One reason for what differs only in numbers, names of files and what people typed: without it each browser would have
 * a reason of its own, and some would carry personal data. The place in a built file (` @ page-0.js:1:435`) stays.
 */
export function cleanReason(reason: string): string {
  const [, words = '', place = ''] = /^(.*?)( @ [\w.-]{1,60}\.js:\d{1,7}:\d{1,7})?$/s.exec(reason) ?? []
  return `${plain(words)}${place}`
}

function plain(words: string): string {
  return words
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\S+@\S+/g, '@')
    .replaceAll(/(https?:\/)?\/\S*/g, '/')
    .replaceAll(/\b[0-9a-f]{8,}\b/gi, '#')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, reasonLength)
}

/** The step of `healthSteps` for a time; -1 without a measurement. */
export function toHealthStep(ms: number | undefined): number {
  if (ms === undefined) return -1
  const step = Math.ceil(Math.log(ms / healthSteps.first) / Math.log(healthSteps.factor))
  return Math.min(healthSteps.last, Math.max(0, step))
}
