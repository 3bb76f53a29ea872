import { useFields, type UseFormReturn } from '@adcoin/remote/forms'

/**
 * As `useFields`; an empty field shows `missing` ("Enter your trading password") in place of the sentence that every
 * form has for it.
 */
export function useNamedFields<Values extends Record<string, unknown>, Output>(
  form: UseFormReturn<Values, unknown, Output>,
) {
  const field = useFields(form)
  return <Name extends Parameters<typeof field>[0]>(name: Name, missing: string) => {
    const wired = field(name)
    return form.getFieldState(name, form.formState).error?.message === 'required' ? { ...wired, error: missing } : wired
  }
}
