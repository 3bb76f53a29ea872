import * as v from 'valibot'

/**
 * A schema's limits at a process border, as data: a release records the shapes that it was built with, so that two
 * releases can be compared without running either. `rules` are those that a machine can compare (`max_length 20`); a
 * check in code is named by its error.
 */
export type Shape =
  | { readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'any'; readonly rules?: readonly string[] }
  | { readonly kind: 'one'; readonly of: readonly (string | number | boolean)[] }
  | { readonly kind: 'list' | 'map'; readonly item: Shape; readonly rules?: readonly string[] }
  | { readonly kind: 'either'; readonly shapes: readonly Shape[] }
  | {
      readonly kind: 'object'
      readonly fields: Readonly<Record<string, Shape>>
      readonly optional?: readonly string[]
      readonly isClosed?: boolean
    }

const rules = v.exactOptional(v.array(v.string()))
/** A shape in a `release.json`. */
export const ShapeSchema: v.GenericSchema<Shape> = v.lazy(() =>
  v.variant('kind', [
    v.strictObject({ kind: v.picklist(['string', 'number', 'boolean', 'null', 'any']), rules }),
    v.strictObject({ kind: v.literal('one'), of: v.array(v.union([v.string(), v.number(), v.boolean()])) }),
    v.strictObject({ kind: v.picklist(['list', 'map']), item: ShapeSchema, rules }),
    v.strictObject({ kind: v.literal('either'), shapes: v.array(ShapeSchema) }),
    v.strictObject({
      kind: v.literal('object'),
      fields: v.record(v.string(), ShapeSchema),
      optional: v.exactOptional(v.array(v.string())),
      isClosed: v.exactOptional(v.boolean()),
    }),
  ]),
)

type Parts = v.GenericSchema & {
  readonly pipe?: readonly {
    readonly kind: string
    readonly type: string
    readonly requirement?: unknown
    readonly message?: unknown
  }[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly fallback?: unknown
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/**
 * The shape of what is sent under a schema; transformations are the receiver's own.
 *
 * @throws for a kind of schema that no rule can compare
 */
export function shapeOf(schema: v.GenericSchema): Shape {
  const parts = schema as Parts
  // A fallback accepts every value, so no request can break it.
  if ('fallback' in parts) return { kind: 'any' }
  const plain = plainShape(parts)
  const rules = (parts.pipe ?? []).slice(1).flatMap(ruleOf).sort()
  return rules.length > 0 &&
    'kind' in plain &&
    plain.kind !== 'one' &&
    plain.kind !== 'either' &&
    plain.kind !== 'object'
    ? { ...plain, rules }
    : plain
}

function plainShape(parts: Parts): Shape {
  switch (parts.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: parts.type }
    case 'unknown':
    case 'any':
      return { kind: 'any' }
    // A file in a form: the service alone checks it.
    case 'custom':
      return { kind: 'any', rules: ['file'] }
    case 'literal':
      return { kind: 'one', of: [parts.literal as string] }
    case 'picklist':
      return { kind: 'one', of: [...(parts.options as readonly string[])].sort() }
    case 'array':
      return { kind: 'list', item: inner(parts.item) }
    case 'record':
      return { kind: 'map', item: inner(parts.value) }
    case 'optional':
    case 'exact_optional':
      return inner(parts.wrapped)
    case 'nullable':
    case 'nullish':
      return { kind: 'either', shapes: [inner(parts.wrapped), { kind: 'null' }] }
    case 'union':
    case 'variant':
      return { kind: 'either', shapes: (parts.options as readonly v.GenericSchema[]).map(shapeOf) }
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return objectShape(parts)
    default:
      throw new Error(
        `the contract uses a ${parts.type}, which the release gate cannot compare: teach shared/contract/src/shape.ts`,
      )
  }
}

function inner(schema: v.GenericSchema | undefined): Shape {
  return schema ? shapeOf(schema) : { kind: 'any' }
}

function objectShape({ type, entries = {} }: Parts): Shape {
  const optional = Object.entries(entries)
    .filter(([, entry]) => ['optional', 'exact_optional', 'nullish'].includes(entry.type) || 'fallback' in entry)
    .map(([name]) => name)
  return {
    kind: 'object',
    fields: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, shapeOf(entry)])),
    ...(optional.length > 0 ? { optional } : {}),
    ...(type === 'strict_object' ? { isClosed: true } : {}),
  }
}

/** A validation as text; what only normalises (`trim`, `transform`) forbids nothing. */
function ruleOf({
  kind,
  type,
  requirement,
  message,
}: {
  kind: string
  type: string
  requirement?: unknown
  message?: unknown
}): readonly string[] {
  if (kind !== 'validation') return []
  if (typeof requirement === 'number' || requirement instanceof RegExp) return [`${type} ${String(requirement)}`]
  return [typeof message === 'string' ? `${type} ${message}` : type]
}
