import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type Option<Value extends string> = { value: Value; label: ReactNode }
type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One of a few, all in sight: a radio group with arrow keys (Home and End too). */
export function Segmented<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent, index: number) {
    const next = nextIndex(event.key, index, options.length)
    const option = next === undefined ? undefined : options[next]
    if (next === undefined || !option) return
    event.preventDefault()
    onChange(option.value)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  const reachable = options.some(option => option.value === value) ? value : options[0]?.value
  return (
    <div className="ac-seg" role="radiogroup" aria-label={label} ref={group}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === reachable ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={event => move(event, index)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Filters or quick values as pressed buttons; `value: undefined` where none is pressed. */
export function Chips<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <div className="ac-chips" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          className="ac-chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

type RadioListProps<Value extends string> = Omit<ChoiceProps<Value>, 'options'> & {
  options: readonly (Option<Value> & { note?: ReactNode; end?: ReactNode; lang?: string | undefined })[]
  /** The heading is only heard. */
  hiddenLabel?: boolean | undefined
}

/** One of many, as rows with the platform's radio buttons. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  onChange,
  hiddenLabel,
}: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset className="ac-radios">
      <legend className={classNames(hiddenLabel ? 'ac-sr' : 'ac-field__label')}>{label}</legend>
      <div className="ac-list">
        {options.map(option => (
          <label key={option.value} className="ac-row" lang={option.lang}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="ac-row__b">
              <span className="ac-row__t">{option.label}</span>
              {option.note && <span className="ac-row__s">{option.note}</span>}
            </span>
            {option.end && <span className="ac-row__e">{option.end}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
