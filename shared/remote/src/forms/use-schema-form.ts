import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'

/**
 * A form that checks with a schema of the contract when it is sent, then as it is corrected; the first wrong field gets
 * the focus.
 */
export function useSchemaForm<Schema extends GenericSchema<FieldValues, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<InferInput<Schema>>,
): UseFormReturn<InferInput<Schema>, unknown, InferOutput<Schema>> {
  return useForm<InferInput<Schema>, unknown, InferOutput<Schema>>({
    defaultValues,
    resolver: standardSchemaResolver<InferInput<Schema>, unknown, InferOutput<Schema>>(schema),
  })
}
