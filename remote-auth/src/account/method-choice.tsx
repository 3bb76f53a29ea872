import { Segmented } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { Method } from './account-form.ts'

/** Mobile or e-mail. */
export function MethodChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: Method
  onChange: (method: Method) => void
}) {
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
