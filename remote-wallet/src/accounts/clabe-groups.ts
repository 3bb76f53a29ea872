import { removeSeparators } from './account-checks.ts'

/** A CLABE as banks print it: bank, place, account, check digit. Text that cannot be one stays as it is. */
export function groupClabe(text: string): string {
  const digits = removeSeparators(text)
  if (!/^\p{Nd}{1,18}$/u.test(digits)) return text
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 17), digits.slice(17)].filter(Boolean).join(' ')
}

/** Groups a number in its field, while it is typed or once it is pasted; the caret stays behind its digit. */
export function groupTypedClabe(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  const grouped = groupClabe(value)
  if (grouped === value) return
  const caret = groupClabe(removeSeparators(value.slice(0, selectionStart ?? value.length))).length
  input.value = grouped
  input.setSelectionRange(caret, caret)
}
