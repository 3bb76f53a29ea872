import type { canaryGroups } from './calls/health.ts'

type CanaryGroup = (typeof canaryGroups)[number]

/**
 * Storage key of the browser's number, by which it is assigned to canaries and counted: 16 hex digits, made up by
 * itself.
 */
export const browserKey = 'adcoin.browser'
/** Format of such a number. */
export const browserPattern = /^[0-9a-f]{16}$/

/**
 * The side of a canary that a browser is on. It is always the same, and independent of every other app and canary: app
 * and salt are hashed with it (FNV-1a, then the final mixer of MurmurHash3, because FNV's low bits depend on too little
 * for a modulus). The last two characters of the salt count the steps of one canary, so a browser that has the
 * candidate keeps it when the share rises. The control group is as large as the canary's. The boot script
 * bundles this function.
 *
 * @param share  percent; anything but a whole number from 1 to 50 means no browser
 */
export function assignCanaryGroup(
  browser: string,
  app: string,
  { salt, share }: { salt: string; share: number },
): CanaryGroup {
  let hash = 2166136261
  for (const letter of app + salt.slice(0, 6) + browser) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash ^= hash >>> 16
  const position = (hash >>> 0) % 100
  if (!Number.isInteger(share) || share < 1 || share > 50 || !browserPattern.test(browser)) return 'rest'
  if (position < share) return 'canary'
  return position >= 100 - share ? 'control' : 'rest'
}
