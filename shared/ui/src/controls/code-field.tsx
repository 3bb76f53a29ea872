import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type Ref, type SyntheticEvent } from 'react'
import { parseVerifyCode } from '@adcoin/contract'
import { classNames, omitUndefined } from '../class-names.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type OtpRequest = CredentialRequestOptions & { otp: { transport: readonly ['sms'] } }

/**
 * The 4-digit code: ONE input behind four drawn boxes, so that paste, the keyboard's suggestion from the SMS, password
 * managers and screen readers work. Digits of any script; a pasted message gives its only 4-digit group.
 */
export function CodeField({
  value,
  onChange,
  onComplete,
  autoFocus,
  name,
  small,
  disabled,
  ref,
  ...frame
}: CodeFieldProps) {
  const [isFocused, setFocused] = useState(false)

  const isRefused = Boolean(frame.error) && value.length === length
  const { own, enter, paste } = useEntry({ value, onChange, onComplete }, isRefused)
  return (
    <FieldFrame {...frame}>
      {wiring => (
        <span className={classNames('ac-code', small && 'ac-code--sm', frame.error && 'ac-code--error')}>
          <Boxes {...{ value, isFocused }} />
          <input
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            {...omitUndefined({ ...wiring, name, disabled })}
            ref={input => {
              if (input && !own.current && autoFocus && !isInField()) input.focus()
              own.current = input
              return assignRef(ref, input)
            }}
            value={value}
            onChange={event => enter(event.target.value)}
            onPaste={paste}
            onSelect={keepCaretAtEnd}
            onFocus={event => {
              setFocused(true)
              if (isRefused) event.currentTarget.select()
            }}
            onBlur={() => setFocused(false)}
          />
        </span>
      )}
    </FieldFrame>
  )
}

/**
 * Asks the browser for the code of an SMS that ends with `@domain #1234` (WebOTP), where it can.
 * @returns ends the wait
 */
function readSmsCode(onCode: (code: string) => void): () => void {
  if (typeof window === 'undefined' || !('OTPCredential' in window)) return () => {}
  const abort = new AbortController()
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: abort.signal }
  navigator.credentials.get(request).then(
    credential => {
      if (credential && 'code' in credential) onCode(String(credential.code))
    },
    () => {}, // refused, ended or no message: the person types it
  )
  return () => abort.abort()
}

const length = 4

type CodeFieldProps = FieldProps & {
  /** The label is for screen readers only: the heading above has the same text. */
  hiddenLabel?: boolean | undefined
  /** Up to four ASCII digits. */
  value: string
  onChange: (code: string) => void
  /** The fourth digit has come: typed, pasted or read from the message. */
  onComplete?: ((code: string) => void) | undefined
  /** Focused on mount, unless another field has the focus. */
  autoFocus?: boolean | undefined
  name?: string | undefined
  /** Smaller boxes, for a sheet. */
  small?: boolean | undefined
  disabled?: boolean | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

type Entry = Pick<CodeFieldProps, 'value' | 'onChange' | 'onComplete'>

/** The ways into the input: typed, pasted, or read from the message. */
function useEntry({ value, onChange, onComplete }: Entry, isRefused: boolean) {
  function enter(text: string) {
    const code = toDigits(text)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  // The first digit after a refused code replaces all of it; four full boxes would take no other.
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isRefused) own.current?.select()
  }, [isRefused])

  const enterFromSms = useEffectEvent(enter)
  useEffect(() => readSmsCode(enterFromSms), [])

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    const found = parseVerifyCode(event.clipboardData.getData('text'))
    // Six digits are another service's code: better nothing than its first four.
    if (/^[0-9]{1,4}$/.test(found)) enter(found.length === length ? found : value + found)
  }

  return { own, enter, paste }
}

function Boxes({ value, isFocused }: { value: string; isFocused: boolean }) {
  const current = Math.min(value.length, length - 1)
  return Array.from({ length }, (_, index) => (
    <span
      key={index}
      aria-hidden="true"
      className={classNames(
        isFocused && index === current && 'is-focus',
        isFocused && index === value.length && 'ac-caret',
      )}
    >
      {value[index]}
    </span>
  ))
}

/** The form's ref is the same input. */
function assignRef(ref: Ref<HTMLInputElement> | undefined, input: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(input)
  else if (ref) ref.current = input
}

function toDigits(text: string): string {
  return parseVerifyCode(text)
    .replace(/[^0-9]/g, '')
    .slice(0, length)
}

/** The drawn caret is after the last digit; the real one must agree. */
function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = event.currentTarget
  if (selectionStart === selectionEnd && selectionStart !== value.length)
    event.currentTarget.setSelectionRange(value.length, value.length)
}

function isInField(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false
}
