import { useRef } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { IconButton } from './button.tsx'
import { TextField } from './text-field.tsx'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Enter. */
  onSearch?: (() => void) | undefined
  placeholder?: string | undefined
  inputMode?: 'search' | 'numeric' | 'text' | undefined
  help?: string | undefined
  error?: string | undefined
}

/** Search: the label is for screen readers, and the default placeholder; a cross clears it and keeps the focus. */
export function SearchField({
  label,
  value,
  onChange,
  onSearch,
  placeholder = label,
  inputMode = 'search',
  help,
  error,
}: SearchFieldProps) {
  const t = useUiText()
  const input = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    input.current?.focus()
  }
  return (
    <TextField
      {...{ label, value, placeholder, inputMode, help, error }}
      hiddenLabel
      ref={input}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      prefix={<Icon name="search" size={20} />}
      suffix={value === '' ? undefined : <IconButton label={t('clear')} icon="close" size={20} onClick={clear} />}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        if (event.key === 'Enter') onSearch?.()
      }}
    />
  )
}
