import * as contract from '@adcoin/contract'
import type { Call } from '@adcoin/contract'

/** Every call of the contract. */
export const calls: readonly Call[] = Object.values<unknown>(contract).filter(
  (value): value is Call => typeof value === 'object' && value !== null && 'path' in value && 'request' in value,
)

type Entries = Readonly<Record<string, unknown>>

/** The names of a call's input; of a call with scenes those of all. */
export function listFields({ request }: Call): readonly string[] {
  const schema = request as { entries?: Entries; pipe?: { entries?: Entries }[]; options?: { entries: Entries }[] }
  const all = [schema.entries, schema.pipe?.[0]?.entries, ...(schema.options ?? []).map(({ entries }) => entries)]
  return [...new Set(all.flatMap(entries => Object.keys(entries ?? {})))]
}
