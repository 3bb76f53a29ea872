import type { HttpFailure } from '@adcoin/http'
import { failureText, fieldText } from '../pages/failure-text.ts'

/** The `setError` of react-hook-form, without depending on it. */
export type SetError<Field extends string> = (
  field: Field,
  error: { type: string; message: string },
  options?: { shouldFocus: boolean },
) => void

/**
 * Puts what the service refused at the fields that caused it, the first one focused.
 *
 * @param fields  where an error belongs: a field of the call, or an error key (`code_wrong`), to a field of the form
 * @returns the message that belongs to no field, to be shown above the button; `undefined` if every error found its
 *   place
 */
export function applyFailure<Field extends string>(
  failure: HttpFailure,
  setError: SetError<Field>,
  fields: Readonly<Partial<Record<string, Field>>>,
): string | undefined {
  const named = Object.entries(failure.fields ?? {})
  let placed = 0
  for (const [name, key] of named) {
    const field = fields[name]
    if (field === undefined) continue
    // If the whole answer is about this error, the service's message is complete ("Incorrect or expired code").
    setError(
      field,
      { type: key, message: key === failure.key ? failureText(failure) : fieldText(key) },
      { shouldFocus: placed === 0 },
    )
    placed += 1
  }
  if (named.length > 0 && placed === named.length) return undefined

  const field = failure.key === undefined ? undefined : fields[failure.key]
  if (field === undefined) return failureText(failure)
  setError(field, { type: failure.key ?? 'invalid', message: failureText(failure) }, { shouldFocus: placed === 0 })
  return undefined
}
