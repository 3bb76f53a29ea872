import { useId, type ComponentProps, type ReactNode } from 'react'
import { omitUndefined } from '../class-names.ts'
import { ErrorText } from './field-frame.tsx'

type SwitchProps = {
  label: ReactNode
  note?: ReactNode | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

/** On or off, at once. */
export function Switch({ label, note, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className="ac-toggle">
      <span className="ac-row__b">
        <span>{label}</span>
        {note && <span className="ac-row__s">{note}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="ac-switch"
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  )
}

type Input = {
  [Key in keyof Omit<ComponentProps<'input'>, 'type' | 'children'>]: ComponentProps<'input'>[Key] | undefined
}
type CheckboxProps = Input & { label: ReactNode; error?: string | undefined }

/** A consent or a choice that counts when the form is sent. Takes `register(…)`. */
export function Checkbox({ label, error, id, ...input }: CheckboxProps) {
  const own = useId()
  const inputId = id ?? own
  return (
    <div className="ac-stack ac-stack--1">
      <label className="ac-toggle ac-toggle--check" htmlFor={inputId}>
        <input
          {...omitUndefined(input)}
          id={inputId}
          type="checkbox"
          className="ac-check"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
        />
        <span className="ac-row__b">{label}</span>
      </label>
      {error && <ErrorText id={`${inputId}-error`}>{error}</ErrorText>}
    </div>
  )
}
