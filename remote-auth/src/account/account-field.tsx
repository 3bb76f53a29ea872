import { useController, useErrorText, useFormContext } from '@adcoin/remote/forms'
import { Failed } from '@adcoin/ui'
import { PhoneField, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { AccountValues } from './account-form.ts'
import { useRegions } from './use-regions.ts'

type AccountFieldProps = {
  help?: string | undefined
  /** It names an account that exists: password managers fill it in. */
  isLogin?: boolean | undefined
}

/** The number or the address, whichever tab is open. Stands in a FormProvider whose values hold an account. */
export function AccountField(props: AccountFieldProps) {
  const { watch } = useFormContext<AccountValues>()
  return watch('method') === 'mobile' ? <MobileField {...props} /> : <EmailField {...props} />
}

function MobileField({ help, isLogin }: AccountFieldProps) {
  const t = useT()
  const errorText = useErrorText()
  const { control, watch, setValue } = useFormContext<AccountValues>()
  const { field, fieldState } = useController({ control, name: 'mobile' })
  const { data: regions, likely, isError, refetch } = useRegions()
  if (isError && !regions) return <Failed onRetry={() => void refetch()} />
  // A number can be typed before it is known of which countries: that is asked for only as the form is sent.
  return (
    <PhoneField
      label={t('account.mobileLabel')}
      help={help}
      error={errorText(fieldState.error)}
      regions={regions ?? []}
      region={watch('region') || likely}
      onRegion={region => setValue('region', region)}
      autoComplete={isLogin ? 'username' : 'tel-national'}
      {...field}
    />
  )
}

function EmailField({ help, isLogin }: AccountFieldProps) {
  const t = useT()
  const errorText = useErrorText()
  const {
    register,
    formState: { errors },
  } = useFormContext<AccountValues>()
  return (
    <TextField
      label={t('account.emailLabel')}
      help={help}
      error={errorText(errors.email)}
      type="email"
      inputMode="email"
      placeholder={t('account.emailPlaceholder')}
      autoComplete={isLogin ? 'username' : 'email'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...register('email')}
    />
  )
}
