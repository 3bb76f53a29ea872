import { toAsciiDigits } from '@adcoin/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A typed number in international form (E.164), or undefined if it is no valid number of the chosen country code.
 * Accepts digits of any script, spaces, brackets, dots and hyphens of any kind; `00` means `+`; a country code that the
 * person typed as well counts once. Letters, extensions and a leading minus are no number.
 */
export function parsePhone(sag: string, typed: string): string | undefined {
  const text = toAsciiDigits(typed.normalize('NFKC'))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  if (!/^[+(]?[0-9][0-9 ().-]*$/.test(text) && !/^\+? ?\([0-9][0-9 ().-]*$/.test(text)) return undefined
  const international = text.replace(/^00(?=[1-9])/, '+')
  const number = parsePhoneNumberFromString(international, { defaultCallingCode: sag.slice(1), extract: false })
  if (!number || number.ext || !number.isValid() || `+${number.countryCallingCode}` !== sag) return undefined
  return number.number
}

/**
 * Whether a number in international form can be a mobile: by the plan of its country, not by its length. A code to a
 * premium or service number costs the sender money, and one to a landline never arrives. In countries where mobiles and
 * landlines look alike (North America, Mexico), it can be.
 */
export function canBeMobile(e164: string): boolean {
  const type = parsePhoneNumberFromString(e164)?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

/** `+52 ••••• 4321` */
export function maskMobile(e164: string, sag: string): string {
  return `${sag} ••••• ${e164.slice(-4)}`
}

/** `a•••@mail.com` */
export function maskEmail(email: string): string {
  const at = email.indexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
