import { type ComponentProps, useState, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { omitUndefined } from '../class-names.ts'
import { FieldFrame, useLimit, type FieldProps } from './field-frame.tsx'
import { IconButton } from './button.tsx'

type Select = {
  [Key in keyof Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'>]:
    | ComponentProps<'select'>[Key]
    | undefined
}
export type SelectFieldProps = FieldProps &
  Select & {
    options: readonly { value: string; label: string }[]
    /** Shown while nothing is chosen; "Choose" where left out, `null` for none. */
    placeholder?: string | null | undefined
  }

/** One line of text. Takes every attribute of an input, `register(…)` of a form included. */
export function TextField({
  label,
  help,
  error,
  action,
  prefix,
  suffix,
  hiddenLabel,
  id,
  className,
  ...input
}: TextFieldProps) {
  const { shownError, limit } = useLimit({ error, maxLength: input.maxLength, onInput: input.onInput })
  return (
    <FieldFrame {...{ label, help, error: shownError, action, hiddenLabel, id, className }}>
      {wiring => (
        <span className="ac-field__box">
          {prefix !== undefined && <span className="ac-field__prefix">{prefix}</span>}
          <input type="text" {...omitUndefined(input)} {...limit} {...omitUndefined(wiring)} />
          {suffix !== undefined && <span className="ac-field__suffix">{suffix}</span>}
        </span>
      )}
    </FieldFrame>
  )
}

type Area = {
  [Key in keyof Omit<ComponentProps<'textarea'>, 'children'>]: ComponentProps<'textarea'>[Key] | undefined
}

/** Several lines of text; it grows with them. Takes every attribute of a textarea, `register(…)` of a form included. */
export function TextArea({ label, help, error, id, className, ...area }: FieldProps & Area) {
  const { shownError, limit } = useLimit({ error, maxLength: area.maxLength, onInput: area.onInput })
  return (
    <FieldFrame {...{ label, help, error: shownError, id, className }}>
      {wiring => (
        <span className="ac-field__box">
          <textarea rows={5} {...omitUndefined(area)} {...limit} {...omitUndefined(wiring)} />
        </span>
      )}
    </FieldFrame>
  )
}

/** The platform's own select: big list on phones, keyboard and type-ahead elsewhere. */
export function SelectField({ label, help, error, options, placeholder, id, className, ...select }: SelectFieldProps) {
  const t = useUiText()
  return (
    <FieldFrame {...{ label, help, error, id, className }}>
      {wiring => (
        <span className="ac-field__box ac-select">
          <select {...omitUndefined(select)} {...omitUndefined(wiring)}>
            {placeholder !== null && <option value="">{placeholder ?? t('choose')}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={20} />
        </span>
      )}
    </FieldFrame>
  )
}

type Input = {
  [Key in keyof Omit<ComponentProps<'input'>, 'prefix' | 'size' | 'children'>]: ComponentProps<'input'>[Key] | undefined
}

export type TextFieldProps = FieldProps &
  Input & {
    /** Before and after what is typed: a unit, a sign, a button. */
    prefix?: ReactNode | undefined
    suffix?: ReactNode | undefined
    hiddenLabel?: boolean | undefined
  }

/** A password with show and hide. `autoComplete`: `current-password` or `new-password`. Pasting is allowed. */
export function PasswordField({
  autoComplete = 'current-password',
  ...field
}: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const t = useUiText()
  const [isShown, setShown] = useState(false)
  const button = (
    <IconButton
      label={t(isShown ? 'password.hide' : 'password.show')}
      icon={isShown ? 'eyeoff' : 'eye'}
      size={20}
      onClick={() => setShown(!isShown)}
    />
  )
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      autoComplete={autoComplete}
      type={isShown ? 'text' : 'password'}
      suffix={button}
    />
  )
}

/** A calendar day, `YYYY-MM-DD`, by the platform's own picker; `min` and `max` bound it. */
export function DateField(field: Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'>) {
  return <TextField {...field} type="date" />
}
