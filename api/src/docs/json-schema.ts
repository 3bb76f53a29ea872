import type * as v from 'valibot'

export type JsonSchema = { readonly [key: string]: unknown }
type Parts = v.GenericSchema & {
  readonly type: string
  readonly pipe?: readonly { kind: string; type: string; requirement?: unknown }[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly entries?: Record<string, v.GenericSchema>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** A contract schema as JSON Schema 2020-12: what is sent (transformations are left out). An unknown kind of schema is an error, so that none goes undescribed. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const parts = schema as Parts
  if (parts.pipe) return piped(parts)
  return plain(parts)
}

function plain(parts: Parts): JsonSchema {
  switch (parts.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: parts.type }
    case 'unknown':
      return {}
    case 'custom':
      return { type: 'string', format: 'binary' }
    case 'literal':
      return { const: parts.literal }
    case 'picklist':
      return { enum: parts.options }
    case 'array':
      return { type: 'array', items: parts.item ? jsonSchemaOf(parts.item) : {} }
    case 'record':
      return { type: 'object', additionalProperties: parts.value ? jsonSchemaOf(parts.value) : {} }
    case 'object':
    case 'strict_object':
      return objectOf(parts)
    case 'nullable':
      return { anyOf: [inner(parts), { type: 'null' }] }
    case 'optional':
      return inner(parts)
    case 'union':
    case 'variant':
      return { oneOf: (parts.options as readonly v.GenericSchema[]).map(jsonSchemaOf) }
    default:
      throw new Error(`the contract uses a ${parts.type}, which the API description does not know`)
  }
}

const inner = (parts: Parts): JsonSchema => (parts.wrapped ? jsonSchemaOf(parts.wrapped) : {})

function objectOf({ type, entries = {} }: Parts): JsonSchema {
  const required = Object.entries(entries)
    .filter(([, entry]) => !isOptional(entry))
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, jsonSchemaOf(entry)])),
    ...(required.length > 0 ? { required } : {}),
    ...(type === 'strict_object' ? { additionalProperties: false } : {}),
  }
}

function isOptional(entry: v.GenericSchema): boolean {
  const parts = entry as Parts
  return parts.type === 'optional'
}

const keywords: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  min_value: 'minimum',
  max_value: 'maximum',
}

/** The first schema of a pipe with the rules that JSON Schema can say; checks by code are the service's. */
function piped({ pipe = [] }: Parts): JsonSchema {
  const [first, ...rest] = pipe
  const base: Record<string, unknown> = { ...jsonSchemaOf(first as unknown as v.GenericSchema) }
  const isArray = base.type === 'array'
  for (const { type, requirement } of rest) {
    if (type === 'transform' || type === 'raw_transform') break
    if (type === 'regex' && requirement instanceof RegExp) base.pattern = requirement.source
    else if (type === 'integer') base.type = 'integer'
    else if (type === 'url') base.format = 'uri'
    else if (keywords[type]) base[isArray ? keywords[type].replace('Length', 'Items') : keywords[type]] = requirement
  }
  return base
}
