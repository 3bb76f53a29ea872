import { tagOf, type ApiCode } from '@adcoin/contract'
import { currentLanguage } from '../instance.ts'

let chosen: string | undefined

/** The zone that dates are shown in: the one that the person chose, undefined for the browser's own. For the shell. */
export function setTimeZone(name: string | undefined): void {
  chosen = name === undefined || isKnown(name) ? name : undefined
}

export function currentTimeZone(): string | undefined {
  return chosen
}

/** A name of a newer table than this browser's would break every date. */
function isKnown(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A zone in words: `America/Mexico_City` → `Central Standard Time`; its own name if it has no other. */
export function formatZone(name: string, code: ApiCode = currentLanguage()): string {
  // UTC has no name in summer and winter.
  const timeZoneName = name === 'UTC' ? 'long' : 'longGeneric'
  try {
    const parts = new Intl.DateTimeFormat(tagOf(code), { timeZone: name, timeZoneName }).formatToParts()
    return parts.find(part => part.type === 'timeZoneName')?.value ?? name
  } catch {
    return name
  }
}
