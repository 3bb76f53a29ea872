import type { ParsePhone } from './read-phone.ts'

/**
 * The number plans of all countries, about 40 KB, fetched when a number is first checked; undefined where they do not
 * arrive.
 */
export async function loadPhoneTables(): Promise<ParsePhone | undefined> {
  try {
    const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
    return (text, region) => parsePhoneNumberFromString(text, isSupportedCountry(region) ? region : undefined)
  } catch {
    return undefined
  }
}
