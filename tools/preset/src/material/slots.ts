import * as contract from '@adcoin/contract'
import type * as v from 'valibot'
import { findCall } from './reads.ts'

type Schema = v.GenericSchema & { readonly entries?: Record<string, Schema>; readonly item?: Schema }

/** The values of `data-as`, and the schema that a value of each has. The page's script knows how to write them. */
const formats: Readonly<Record<string, (schema: Schema) => boolean>> = {
  text: schema => schema.type === 'string' && schema !== contract.MinorUnits,
  coin: schema => schema === contract.MinorUnits,
  signedCoin: schema => schema === contract.MinorUnits,
}

/** One `data-slots` element of a fragment, with the `data-slot` elements inside it. */
type Slots = {
  /** `0.list`: the number of the read in the route, and the path in its answer. */
  readonly of: string
  /** Pairs `name=value` separated by spaces: items of the list that are not shown. */
  readonly unless: string
  readonly leaves: readonly { readonly path: string; readonly as: string }[]
}

/** The first problem of slots with the reads of their route; undefined if the contract has all of it. */
export function findSlotProblem({ of, unless, leaves }: Slots, reads: readonly string[]): string | undefined {
  const [at = '', ...path] = of.split('.')
  const read = /^\d+$/.test(at) ? reads[Number(at)] : undefined
  if (read === undefined) return `the route has no read ${at}`
  const answer = findSchema(findCall(read)?.response, path)
  const item = answer?.item ?? answer
  if (!item?.entries) return `the answer of ${read} has no object or list at "${path.join('.')}"`
  const names = unless.split(' ').flatMap(pair => (pair === '' ? [] : [pair.split('=')[0] ?? '']))
  const unknown = names.find(name => !findSchema(item, [name]))
  if (unknown !== undefined) return `the answer of ${read} has no "${unknown}"`
  const wrong = leaves.find(leaf => {
    const schema = findSchema(item, leaf.path.split('.'))
    return !schema || !Object.hasOwn(formats, leaf.as) || !formats[leaf.as]?.(schema)
  })
  return wrong && `"${wrong.path}" in the answer of ${read} cannot be shown as ${wrong.as}`
}

/**
 * The fragment with the number of the read in place of each name: `data-slots="taskList.list"` becomes `1.list`.
 *
 * @throws where the route reads no such call
 */
export function numberSlots(html: string, reads: readonly string[], place: string): string {
  return html.replace(/data-slots="(\w+)/g, (_whole, name: string) => {
    const call = (contract as Readonly<Record<string, unknown>>)[name]
    const at = reads.findIndex(read => findCall(read) === call)
    if (call === undefined || at < 0)
      throw new Error(`${place}: data-slots names "${name}", which the route does not read`)
    return `data-slots="${at}`
  })
}

function findSchema(schema: Schema | undefined, path: readonly string[]): Schema | undefined {
  const bare = schema && (('wrapped' in schema ? schema.wrapped : schema) as Schema)
  const [name, ...rest] = path
  return name === undefined ? bare : findSchema(bare?.entries?.[name], rest)
}
