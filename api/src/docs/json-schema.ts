import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = { readonly [key: string]: unknown }

/** Rules in code: the service checks them, JSON Schema cannot express them. */
const checkedByCode = ['check', 'partial_check', 'raw_check', 'transform', 'raw_transform', 'trim']

/**
 * A contract schema as JSON Schema 2020-12: what is sent. An unknown kind of schema or rule is an error, so that none
 * goes undescribed.
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'throw',
    ignoreActions: checkedByCode,
    // The only schema of our own is the file of an upload.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'string', format: 'binary' } : undefined,
  })
  return described
}
