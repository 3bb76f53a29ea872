import type { canaryGroups } from './calls/health.ts'

type CanaryGroup = (typeof canaryGroups)[number]

/** Where a browser keeps the number by which it is chosen and counted; 16 hex digits, made up by itself. */
export const browserKey = 'adcoin.browser'
/** What such a number looks like. */
export const browserPattern = /^[0-9a-f]{16}$/

/**
 * The side of a canary that a browser is on: always the same, and independent of every other app and canary, because
 * app and salt are mixed in (FNV-1a). The control group is as large as the canary's. The boot script of the page has
 * this choice word for word.
 *
 * @param share  percent; whatever is no whole number from 1 to 50 is nobody
 */
export function canaryGroupOf(
  browser: string,
  app: string,
  { salt, share }: { salt: string; share: number },
): CanaryGroup {
  let hash = 2166136261
  for (const letter of app + salt + browser) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  const place = (hash >>> 0) % 100
  if (!Number.isInteger(share) || share < 1 || share > 50 || !browserPattern.test(browser)) return 'rest'
  if (place < share) return 'canary'
  return place >= 100 - share ? 'control' : 'rest'
}
