import type { SetError } from '@adcoin/remote/forms'
import { readPhone, type ParsePhone, type Phone } from './read-phone.ts'
import { useRegions } from './use-regions.ts'

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
