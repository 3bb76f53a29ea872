import { useFormContext } from '@adcoin/remote/forms'
import { SelectField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { AccountValues } from './account-form.ts'
import { useRegions } from './use-regions.ts'

/** Where an account without a number belongs: decides its currency. Nothing is shown until the regions are known. */
export function RegionField() {
  const t = useT()
  const { watch, setValue } = useFormContext<AccountValues>()
  const { data: regions, likely } = useRegions()
  if (watch('method') !== 'email' || !regions) return null
  return (
    <SelectField
      label={t('account.region')}
      help={t('account.regionHelp')}
      placeholder={null}
      autoComplete="country"
      options={regions.map(({ region, name }) => ({ value: region, label: name }))}
      value={watch('region') || likely}
      onChange={event => setValue('region', event.target.value)}
    />
  )
}
