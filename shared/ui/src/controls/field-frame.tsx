import { useId, useState, type InputEventHandler, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { classNames } from '../class-names.ts'

/** Parts of every field: a visible label, a help line, an error line. */
export type FieldProps = {
  label: ReactNode
  help?: ReactNode | undefined
  /** The error and its remedy; linked to the input. */
  error?: string | undefined
  /** A link beside the label, about this field alone: "Forgot it?", "Send a new code". */
  action?: ReactNode | undefined
}

type FieldWiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = FieldProps & {
  id?: string | undefined
  className?: string | undefined
  /** The label is only heard. */
  hiddenLabel?: boolean | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** Label, control, help and error in their order, with the ids that tie them together. */
export function FieldFrame({ label, help, error, action, id, className, hiddenLabel, children }: FieldFrameProps) {
  const own = useId()
  const inputId = id ?? own
  const helpId = `${inputId}-help`
  const errorId = `${inputId}-error`
  return (
    <div className={classNames('ac-field', error && 'ac-field--error', className)}>
      <div className={action === undefined ? undefined : 'ac-field__top'}>
        <label className={hiddenLabel ? 'ac-sr' : 'ac-field__label'} htmlFor={inputId}>
          {label}
        </label>
        {action}
      </div>
      {children({
        id: inputId,
        'aria-describedby': classNames(error && errorId, help !== undefined && helpId) || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <ErrorText id={errorId}>{error}</ErrorText>}
      {help !== undefined && (
        <span className="ac-field__help" id={helpId}>
          {help}
        </span>
      )}
    </div>
  )
}

/** More than any schema takes, so that cut text is never valid, and little enough for a draft. */
const mostCharacters = 4_096

type Limited<Control> = {
  error?: string | undefined
  maxLength?: number | undefined
  onInput?: InputEventHandler<Control> | undefined
}

/** Bounds what an input takes. The browser cuts longer text without a word; the field's error names it. */
export function useLimit<Control extends HTMLInputElement | HTMLTextAreaElement>({
  error,
  maxLength = mostCharacters,
  onInput,
}: Limited<Control>) {
  const t = useUiText()
  const [isFull, setFull] = useState(false)
  return {
    // A cut that has just happened outranks the error of an earlier text.
    shownError: isFull ? t('cut') : error,
    limit: {
      maxLength,
      onInput: (event => {
        setFull(event.currentTarget.value.length >= maxLength)
        onInput?.(event)
      }) satisfies InputEventHandler<Control>,
    },
  }
}

/** The error line of a field. */
export function ErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="ac-field__err" id={id}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </span>
  )
}
