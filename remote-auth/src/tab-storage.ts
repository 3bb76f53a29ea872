import { openStorage } from '@adcoin/session'

/** What belongs to this tab and survives its reload; memory where storage is blocked. Never passwords, never codes. */
export const tabStore = openStorage(() => globalThis.window?.sessionStorage)
