import { errorCodes, fieldErrorKeys, type FieldErrorKey } from '@adcoin/contract'
import type * as v from 'valibot'

const mostFields = 20

/** Each wrong field, dotted, and how it is wrong: the contract's key, not valibot's words. */
export function listProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldErrorKey> {
  // Without a prototype: `constructor` and `__proto__` are names like any other.
  const fields = Object.create(null) as Record<string, FieldErrorKey>
  for (const issue of issues.slice(0, mostFields)) {
    const field =
      (issue.path ?? [])
        .map(step => String(step.key))
        .join('.')
        .slice(0, 100) || 'body'
    fields[field] ??= keyOf(issue)
  }
  return fields
}

function keyOf(issue: v.BaseIssue<unknown>): FieldErrorKey {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'unknown_field'
  const isAbsent = issue.received === 'undefined' || issue.received === 'null'
  if (issue.kind === 'schema' && isAbsent)
    return isKey(issue.message) && issue.message !== 'invalid' ? issue.message : 'required'
  // A schema's own message marks a missing value; a value of another type is not missing.
  if (issue.kind === 'schema' && issue.message === 'required') return 'invalid'
  return isKey(issue.message) ? issue.message : 'invalid'
}

function isKey(message: string): message is FieldErrorKey {
  return message in errorCodes || fieldErrorKeys.some(key => key === message)
}
