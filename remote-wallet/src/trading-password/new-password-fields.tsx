import { PasswordField } from '@adcoin/ui/pages'
import type { ComponentProps } from 'react'
import { useT } from '../texts.ts'

type NewPasswordFieldsProps = {
  field: (name: 'pay_passwd' | 'confirm_pay_passwd') => Omit<ComponentProps<typeof PasswordField>, 'label'>
  isFirst: boolean
}

export function NewPasswordFields({ field, isFirst }: NewPasswordFieldsProps) {
  const t = useT()
  const first = field('pay_passwd')
  return (
    <>
      <PasswordField
        label={t(isFirst ? 'trading.new' : 'trading.newOne')}
        help={first.error ? undefined : t('trading.rule')}
        autoComplete="new-password"
        {...first}
      />
      <PasswordField label={t('trading.confirm')} autoComplete="new-password" {...field('confirm_pay_passwd')} />
    </>
  )
}
