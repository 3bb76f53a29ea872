import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { defined } from '../class-names.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

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

/** The platform's own select: big list on phones, keyboard and type-ahead elsewhere. */
export function SelectField({ label, help, error, options, placeholder, id, className, ...select }: SelectFieldProps) {
  const t = useUiText()
  return (
    <FieldFrame {...{ label, help, error, id, className }}>
      {wiring => (
        <span className="ac-field__box ac-select">
          <select {...defined(select)} {...defined(wiring)}>
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
