import { Form, useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { PasswordField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { NewPasswordField } from '../account/new-password-field.tsx'
import { useT } from '../texts.ts'
import { formatDestination, type Destination } from './flow.ts'

type PasswordStepProps = {
  title: string
  rule: string
  action: string
  sent: Destination
  form: UseFormReturn<{ password: string; confirm_password: string }>
  submit: () => Promise<void>
  isRunning: boolean
  children?: ReactNode
}

/** A new password, twice. The hidden field gives password managers the name of the account. */
export function PasswordStep({ title, rule, sent, form, children, ...sending }: PasswordStepProps) {
  const t = useT()
  const field = useFields(form)
  return (
    <Form {...sending}>
      <h1 className="ac-h1" tabIndex={-1}>
        {title}
      </h1>
      <input
        type="text"
        hidden
        readOnly
        autoComplete="username"
        value={sent.method === 'mobile' ? sent.phone.mobile : formatDestination(sent)}
      />
      <NewPasswordField
        label={t('password.label')}
        rule={rule}
        typed={form.watch('password')}
        autoFocus
        {...field('password')}
      />
      <PasswordField
        label={t('password.confirm')}
        autoComplete="new-password"
        {...field('confirm_password', { required: t('password.again') })}
      />
      {children}
    </Form>
  )
}
