import type { SetError } from '@adcoin/remote/forms'
import { loadPhoneTables } from './load-phone-tables.ts'
import { readPhone, type Phone } from './read-phone.ts'
import { useRegions } from './use-regions.ts'

/**
 * Reads the number of a form; what is wrong with it stands at its field.
 *
 * @param isNew  the service does not have it yet: then it must be a mobile
 */
export function usePhoneReader(isNew: boolean) {
  const { data, refetch, guess } = useRegions()
  return async (
    { region, mobile }: { region: string; mobile: string },
    setError: SetError<'mobile'>,
  ): Promise<Phone | undefined> => {
    // What is under way already is not asked for twice.
    const regions = data ?? (await refetch({ cancelRefetch: false })).data ?? []
    const reading = readPhone(mobile, region || guess(regions), regions, await loadPhoneTables(), isNew)
    if (reading.ok) return reading.phone
    setError('mobile', { type: reading.problem, message: reading.problem }, { shouldFocus: true })
    return undefined
  }
}
