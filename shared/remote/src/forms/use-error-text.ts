import { useFieldText } from '../pages/failure-text.ts'

/**
 * The error text of a field: schemas leave a key (`pwd_short`), which becomes a sentence in the language of the moment;
 * the service's own sentences stay as they are.
 */
export function useErrorText(): (error: { message?: string | undefined } | undefined) => string | undefined {
  const fieldText = useFieldText()
  return error => {
    if (!error?.message) return undefined
    return /^[a-z]+(_[a-z]+)*$/.test(error.message) ? fieldText(error.message) : error.message
  }
}
