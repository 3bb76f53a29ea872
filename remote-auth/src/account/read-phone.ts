import { toAsciiDigits } from '@adcoin/contract'
import type { SetError } from '@adcoin/remote/forms'
import { useRegions } from './use-regions.ts'

export type CallingCode = { readonly region: string; readonly mobile_sag: string }

/** `mobile`: national digits; `shown`: as people write it, with the calling code. */
export type Phone = {
  readonly region: string
  readonly mobile_sag: string
  readonly mobile: string
  readonly shown: string
}
export type PhoneReading =
  | { ok: true; phone: Phone }
  | { ok: false; problem: 'required' | 'mobile_invalid' | 'region_unsupported' }

/** The parser of `libphonenumber-js`, passed in because its tables are loaded on demand. */
export type ParsePhone = (
  text: string,
  region: string,
) =>
  | {
      countryCallingCode: string
      nationalNumber: string
      ext?: string | undefined
      isPossible: () => boolean
      /** By the plan of mobile numbers. */
      isValid: () => boolean
      formatInternational: () => string
    }
  | undefined

/**
 * Reads a mobile number as typed or pasted: digits of any script, separators and invisible characters of contact lists,
 * the country code as `+52` or `0052`. A number of another offered region changes the region. A new number must be one
 * of a mobile phone; a known one is only normalised. The service validates again; `parse` is undefined if its tables
 * failed to load.
 */
export function readPhone(
  typed: string,
  chosen: string,
  regions: readonly CallingCode[],
  parse: ParsePhone | undefined,
  isNew: boolean,
): PhoneReading {
  const text = normaliseNumber(typed)
  if (text === '') return { ok: false, problem: 'required' }
  const own = regions.find(({ region }) => region === chosen)
  if (!own) return { ok: false, problem: 'region_unsupported' }
  if (!/^[+(]?[0-9][0-9 ()./-]*$/.test(text) || text.length > 40) return { ok: false, problem: 'mobile_invalid' }
  if (!parse)
    return {
      ok: true,
      phone: { ...own, mobile: text, shown: text.startsWith('+') ? text : `${own.mobile_sag} ${text}` },
    }

  const found = parse(text, chosen)
  if (!found?.isPossible() || found.ext) return { ok: false, problem: 'mobile_invalid' }
  const sag = `+${found.countryCallingCode}`
  const region = own.mobile_sag === sag ? own : regions.find(({ mobile_sag }) => mobile_sag === sag)
  if (!region) return { ok: false, problem: 'region_unsupported' }
  if (isNew && !found.isValid()) return { ok: false, problem: 'mobile_invalid' }
  return {
    ok: true,
    phone: { region: region.region, mobile_sag: sag, mobile: found.nationalNumber, shown: found.formatInternational() },
  }
}

/** ASCII digits, plain hyphens and spaces, no direction marks; `00` before a country code becomes `+`. */
function normaliseNumber(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC'))
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^00(?=[1-9])/, '+')
}

/**
 * Reads the number of a form, and sets the error of its field.
 *
 * @param isNew  the service does not have it yet: then it must be a mobile
 */
export function usePhoneReader(isNew: boolean) {
  const { data, refetch, guess } = useRegions()
  return async (
    { region, mobile }: { region: string; mobile: string },
    setError: SetError<'mobile'>,
  ): Promise<Phone | undefined> => {
    const regions = data ?? (await refetch({ cancelRefetch: false })).data ?? []
    const reading = readPhone(mobile, region || guess(regions), regions, await loadPhoneTables(), isNew)
    if (reading.ok) return reading.phone
    setError('mobile', { type: reading.problem, message: reading.problem }, { shouldFocus: true })
    return undefined
  }
}

/**
 * The plans of mobile numbers of all countries, about 45 KB, fetched when a number is first checked; undefined if that
 * fails. A number that is valid by them can be a mobile: no landline, premium or service number.
 */
export async function loadPhoneTables(): Promise<ParsePhone | undefined> {
  try {
    const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/mobile')
    return (text, region) => parsePhoneNumberFromString(text, isSupportedCountry(region) ? region : undefined)
  } catch {
    return undefined
  }
}
