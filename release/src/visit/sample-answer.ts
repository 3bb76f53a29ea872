import * as contract from '@adcoin/contract'
import * as v from 'valibot'

type Schema = v.GenericSchema & {
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

const texts = [
  '0',
  '1',
  'ADC',
  'MX',
  '+52',
  'text',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  'https://example.com/',
  '/files/1',
  'ANA00001',
  'a@example.com',
  '0000',
  '',
]

const calls = new Map(
  Object.values<unknown>(contract)
    .filter(isCall)
    .map(({ method, path, response }) => [`${method} ${path}`, response]),
)

/**
 * A small answer of a call (`GET /app/…`), for a screen that only has to be drawn: lists of one, nothing where nothing
 * is allowed.
 */
export function createSampleAnswer(call: string): unknown {
  const response = calls.get(call)
  return response ? createSample(response) : {}
}

function isCall(value: unknown): value is contract.Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'response' in value
}

function createSample(schema: Schema): unknown {
  switch (schema.type) {
    case 'string':
      return texts.find(text => v.is(schema, text)) ?? ''
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'literal':
      return schema.literal
    case 'picklist':
      return schema.options?.[0]
    case 'array':
      return schema.item ? [createSample(schema.item)] : []
    case 'record':
      return {}
    case 'optional':
    case 'exact_optional':
      return schema.wrapped ? createSample(schema.wrapped) : null
    case 'union':
    case 'variant':
      return createSample((schema.options as readonly [Schema])[0])
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).map(([name, field]) => [
          name,
          name === 'has_more' ? false : createSample(field),
        ]),
      )
    default:
      return null
  }
}
