import { useErrorText, type UseFormReturn } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock, PasswordField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useT } from '../texts.ts'
import { shownOf, type Destination } from './flow.ts'

type PasswordValues = { password: string; confirm_password: string }

type PasswordStepProps = {
  title: string
  help: string
  submitLabel: string
  sent: Destination
  form: UseFormReturn<PasswordValues>
  onSubmit: () => void
  isRunning: boolean
  note?: string | undefined
  children?: ReactNode
}

/**
 * A new password, twice. The account stands in a field that nobody sees, so that password managers save it with its
 * name.
 */
export function PasswordStep({
  title,
  help,
  submitLabel,
  sent,
  form,
  onSubmit,
  isRunning,
  note,
  children,
}: PasswordStepProps) {
  const t = useT()
  const errorText = useErrorText()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <form
      className="ac-stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <h1 className="ac-h1" tabIndex={-1}>
        {title}
      </h1>
      <input
        type="text"
        hidden
        readOnly
        autoComplete="username"
        value={sent.method === 'mobile' ? sent.phone.mobile : shownOf(sent)}
      />
      <PasswordField
        label={t('password.label')}
        help={help}
        error={errorText(errors.password)}
        autoComplete="new-password"
        autoFocus
        {...register('password')}
      />
      <PasswordField
        label={t('password.confirm')}
        error={errorText(errors.confirm_password)}
        autoComplete="new-password"
        {...register('confirm_password')}
      />
      {note && <Hint tone="hint">{note}</Hint>}
      {children}
      <Dock>
        <Button block type="submit" busy={isRunning}>
          {submitLabel}
        </Button>
      </Dock>
    </form>
  )
}
