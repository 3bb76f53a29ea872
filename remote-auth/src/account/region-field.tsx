import { useErrorText, useFormContext } from '@adcoin/remote/forms'
import { Failed, Skeleton } from '@adcoin/ui'
import { SelectField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { AccountValues } from './account-form.ts'
import { useRegions } from './use-regions.ts'

/** The country of an account without a number: it decides the currency. */
export function RegionField() {
  const t = useT()
  const errorText = useErrorText()
  const { watch, setValue, clearErrors, formState } = useFormContext<AccountValues>()
  const { data: regions, likely, isError, refetch } = useRegions()
  if (watch('method') !== 'email') return null
  if (isError && !regions) return <Failed onRetry={() => void refetch()} />
  if (!regions) return <Skeleton shape="text" lines={2} />
  return (
    <SelectField
      label={t('account.region')}
      help={t('account.regionHelp')}
      error={errorText(formState.errors.region)}
      placeholder={null}
      autoComplete="country"
      options={regions.map(({ region, name }) => ({ value: region, label: name }))}
      value={watch('region') || likely}
      onChange={event => {
        setValue('region', event.target.value)
        clearErrors('region')
      }}
    />
  )
}
