import { get, type FieldPath, type FieldValues, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { useErrorText } from './use-error-text.ts'

/** Registers a field together with the text of its error: `<TextField {...field('username')} />`. */
export function useFields<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  const errorText = useErrorText()
  const { errors } = form.formState
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: errorText(get(errors, name)),
  })
}
