import type { SetError } from '@adcoin/remote/forms'
import { loadPhoneTables } from './load-phone-tables.ts'
import { readPhone, type Phone } from './read-phone.ts'
import { useRegions } from './use-regions.ts'

/** Reads the number of a form; what is wrong with it stands at its field. */
export function usePhoneReader() {
  const { data, refetch, guess } = useRegions()
  return async (
    { region, mobile }: { region: string; mobile: string },
    setError: SetError<'mobile'>,
  ): Promise<Phone | undefined> => {
    // What is under way already is not asked for twice.
    const regions = data ?? (await refetch({ cancelRefetch: false })).data ?? []
    const reading = readPhone(mobile, region || guess(regions), regions, await loadPhoneTables())
    if (reading.ok) return reading.phone
    setError('mobile', { type: reading.problem, message: reading.problem }, { shouldFocus: true })
    return undefined
  }
}
