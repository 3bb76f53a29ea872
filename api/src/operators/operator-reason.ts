import { operatorCodes } from '../refusals/reasons.ts'
import { UsageProblem } from './operators.ts'

const codes: ReadonlySet<string> = new Set(Object.values(operatorCodes).flat())

/**
 * An operator's reason: a code for this kind of decision, with or without `@`, or one line of text that is not a code.
 *
 * @throws UsageProblem for an unknown code, so that people never see a mistyped one
 */
export function readOperatorReason(kind: keyof typeof operatorCodes, given: string): string {
  const line = given
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const text = line.replace(/^@+/, '').slice(0, 300)
  const known: readonly string[] = operatorCodes[kind]
  if (known.includes(text)) return `@${text}`
  if (/^@\S*$/.test(line) || codes.has(text))
    throw new UsageProblem(`${line} is not the code of a reason. Codes: ${known.map(code => `@${code}`).join(', ')}`)
  return text
}
