import { useId, type ComponentProps, type CSSProperties, type ReactNode } from 'react'
import { CoinGlyph } from '../icons/logo.tsx'
import { classNames, omitUndefined } from '../class-names.ts'
import { ErrorText, type FieldProps } from './field-frame.tsx'

type AmountFieldProps = Omit<FieldProps, 'error'> & {
  error?: ReactNode
  /** The text exactly as typed; `parseAmount` of `@adcoin/i18n` reads it. */
  value: string
  onChange: (value: string) => void
  /** In place of the coin: another currency's sign. */
  sign?: ReactNode | undefined
  onBlur?: (() => void) | undefined
  name?: string | undefined
  placeholder?: string | undefined
  autoFocus?: boolean | undefined
  disabled?: boolean | undefined
  ref?: ComponentProps<'input'>['ref'] | undefined
}

/** The large amount of the sell screen. It grows with what is typed and becomes smaller before it would be cut. */
export function AmountField({
  label,
  help,
  error,
  value,
  onChange,
  sign,
  placeholder = '0',
  ...input
}: AmountFieldProps) {
  const id = useId()
  const shown = value === '' ? placeholder : value
  const style = { '--len': Math.max(shown.length, 1) } as CSSProperties
  return (
    <div className={classNames('ac-entry', Boolean(error) && 'ac-entry--error')}>
      <label className="ac-small ac-2" htmlFor={id}>
        {label}
      </label>
      <span className="ac-entry__n" style={style} translate="no">
        {sign ?? <CoinGlyph />}
        <span className="ac-entry__grow">
          <span aria-hidden="true">{shown}</span>
          <input
            {...omitUndefined({ ...input, id, placeholder, 'aria-invalid': error ? true : undefined })}
            aria-describedby={
              classNames(Boolean(error) && `${id}-error`, help !== undefined && `${id}-help`) || undefined
            }
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            value={value}
            onChange={event => onChange(event.target.value)}
          />
        </span>
      </span>
      <span className="ac-entry__note">
        {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
        {help !== undefined && (
          <span className="ac-small ac-2 ac-num" id={`${id}-help`}>
            {help}
          </span>
        )}
      </span>
    </div>
  )
}
