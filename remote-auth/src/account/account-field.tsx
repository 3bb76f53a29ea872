import { useController, useErrorText, useFields, useFormContext } from '@adcoin/remote/forms'
import { Failed } from '@adcoin/ui'
import { PhoneField, Segmented, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { AccountValues, Method } from './account-form.ts'
import { useRegions } from './use-regions.ts'

type AccountFieldProps = {
  help?: string | undefined
  /** The account exists: password managers fill it in. */
  isLogin?: boolean | undefined
}

/** The number or the e-mail address. Needs a FormProvider whose values hold an account. */
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
  // The number can be typed before the countries are loaded: only submitting needs them.
  return (
    <PhoneField
      label={t('account.mobileLabel')}
      help={help}
      error={isEmpty(fieldState.error) ? t('account.mobileMissing') : errorText(fieldState.error)}
      regions={regions ?? []}
      region={watch('region') || likely}
      onRegion={region => setValue('region', region)}
      autoComplete={isLogin ? 'username' : 'tel-national'}
      {...field}
    />
  )
}

/** The schemas' key of a field that nothing was typed in. */
function isEmpty(error: { message?: string | undefined } | undefined): boolean {
  return error?.message === 'required'
}

function EmailField({ help, isLogin }: AccountFieldProps) {
  const t = useT()
  const form = useFormContext<AccountValues>()
  const field = useFields(form)('email', { required: t('account.emailMissing') })
  return (
    <TextField
      label={t('account.emailLabel')}
      help={help}
      type="email"
      inputMode="email"
      placeholder={t('account.emailPlaceholder')}
      autoComplete={isLogin ? 'username' : 'email'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
    />
  )
}

type MethodChoiceProps = { label: string; value: Method; onChange: (method: Method) => void }

export function MethodChoice({ label, value, onChange }: MethodChoiceProps) {
  const t = useT()
  return (
    <Segmented
      label={label}
      options={[
        { value: 'mobile', label: t('account.mobile') },
        { value: 'email', label: t('account.email') },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
