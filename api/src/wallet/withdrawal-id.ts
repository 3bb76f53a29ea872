import { onlyArgument, type OperatorInput } from '../operators/operators.ts'

/**
 * The one withdrawal that a command is about: by its id, or by the reference that the person reads out (`WD-c23v-…`).
 */
export function withdrawalId(input: OperatorInput): string {
  return onlyArgument(input, 'withdrawal id').trim().replace(/^wd-/i, '').replaceAll('-', '')
}
