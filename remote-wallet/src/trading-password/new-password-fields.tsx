import { PasswordField } from '@adcoin/ui/pages'
import type { ComponentProps } from 'react'
import { useT } from '../texts.ts'

type NewPasswordFieldsProps = {
  field: (
    name: 'pay_passwd' | 'confirm_pay_passwd',
    options: { required: string },
  ) => Omit<ComponentProps<typeof PasswordField>, 'label'>
  isFirst: boolean
}

export function NewPasswordFields({ field, isFirst }: NewPasswordFieldsProps) {
  const t = useT()
  const password = field('pay_passwd', { required: t('trading.missing') })
  return (
    <>
      <PasswordField
        label={t(isFirst ? 'trading.new' : 'trading.newOne')}
        // The error is the rule again.
        help={password.error ? undefined : t('trading.rule')}
        autoComplete="new-password"
        {...password}
      />
      <PasswordField
        label={t('trading.confirm')}
        autoComplete="new-password"
        {...field('confirm_pay_passwd', { required: t('trading.againMissing') })}
      />
    </>
  )
}
