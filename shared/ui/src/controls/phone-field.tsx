import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { omitUndefined } from '../class-names.ts'
import { FieldFrame, useLimit, type FieldProps } from './field-frame.tsx'

/** A region of the server's list: letters (`BR`), its name for people, the calling code (`+55`). */
export type PhoneRegion = { region: string; name: string; mobile_sag: string; example?: string | undefined }

type PhoneFieldProps = FieldProps & {
  regions: readonly PhoneRegion[]
  /** The chosen region's letters. */
  region: string
  onRegion: (region: string) => void
  /** The number exactly as typed; the service reads it. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
  autoComplete?: string | undefined
  disabled?: boolean | undefined
  ref?: ComponentProps<'input'>['ref'] | undefined
}

/** Region by letters and code (no flags) in a native select with full names, and the number as it was typed. */
export function PhoneField({
  label,
  help,
  error,
  regions,
  region,
  onRegion,
  value,
  onChange,
  autoComplete = 'tel-national',
  ...input
}: PhoneFieldProps) {
  const t = useUiText()
  const { shownError, limit } = useLimit({ error })
  const chosen = regions.find(entry => entry.region === region)
  return (
    <FieldFrame {...{ label, help, error: shownError }}>
      {wiring => (
        <span className="ac-field__box">
          <span className="ac-region">
            {/* What is seen; the select above it is what is used. */}
            <span className="ac-region__face" aria-hidden="true">
              <b>{chosen?.region ?? '··'}</b>
              {chosen?.mobile_sag ?? '+'}
              <Icon name="down" size={16} />
            </span>
            <select
              aria-label={t('region')}
              value={region}
              onChange={event => onRegion(event.target.value)}
              autoComplete="off"
            >
              {!chosen && <option value={region}>{t('choose')}</option>}
              {regions.map(entry => (
                <option key={entry.region} value={entry.region}>{`${entry.name} (${entry.mobile_sag})`}</option>
              ))}
            </select>
          </span>
          <input
            type="tel"
            inputMode="tel"
            {...omitUndefined({ placeholder: chosen?.example, ...input })}
            {...limit}
            {...omitUndefined(wiring)}
            autoComplete={autoComplete}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
        </span>
      )}
    </FieldFrame>
  )
}
