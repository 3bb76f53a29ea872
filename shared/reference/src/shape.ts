import type * as v from 'valibot'

type Known = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** A schema as a person reads a TypeScript type. */
export function shapeOf(schema: v.GenericSchema): string {
  const { type, entries, item, value, wrapped, options, literal } = schema as Known
  if (entries) {
    const fields = Object.entries(entries).map(
      ([name, field]) => `${name}${isOptional(field) ? '?' : ''}: ${shapeOf(field)}`,
    )
    return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
  }
  if (wrapped) return type === 'nullable' ? `${shapeOf(wrapped)} or null` : shapeOf(wrapped)
  if (item) return `(${shapeOf(item)})[]`
  if (type === 'record' && value) return `{ [name]: ${shapeOf(value)} }`
  if (type === 'literal') return JSON.stringify(literal)
  if (options) return options.map(option => (isSchema(option) ? shapeOf(option) : JSON.stringify(option))).join(' or ')
  return type
}

function isOptional({ type }: v.GenericSchema): boolean {
  return type === 'optional' || type === 'exact_optional'
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
