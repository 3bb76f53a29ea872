import type { ParsePhone } from './read-phone.ts'

/**
 * The plans of mobile numbers of all countries, about 45 KB, fetched when a number is first checked; undefined where
 * they do not arrive. What is valid by them can be a mobile: no landline, premium or service number.
 */
export async function loadPhoneTables(): Promise<ParsePhone | undefined> {
  try {
    const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/mobile')
    return (text, region) => parsePhoneNumberFromString(text, isSupportedCountry(region) ? region : undefined)
  } catch {
    return undefined
  }
}
