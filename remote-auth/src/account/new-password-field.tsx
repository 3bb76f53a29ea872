import { Password } from '@adcoin/contract'
import { Icon } from '@adcoin/ui'
import { PasswordField } from '@adcoin/ui/pages'
import type { ComponentProps } from 'react'
import * as v from 'valibot'
import styles from './new-password-field.module.css'

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'help'> & { rule: string; typed: string }

/** The rule turns green once it is kept; what is wrong with the password takes its place. */
export function NewPasswordField({ rule, typed, error, ...field }: NewPasswordFieldProps) {
  const isKept = v.is(Password, typed)
  const help = isKept ? (
    <span className={styles.kept}>
      <Icon name="check" size={16} />
      {rule}
    </span>
  ) : (
    rule
  )
  return <PasswordField autoComplete="new-password" {...field} error={error} help={error ? undefined : help} />
}
