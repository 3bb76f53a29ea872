import { VerifyCode } from '@adcoin/contract'
import { useController, useErrorText, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'

const Code = v.object({ verify_code: VerifyCode })

/** Where the service's refusals of a code stand. */
export const codeErrorFields = { verify_code: 'verify_code', code_wrong: 'verify_code' } as const

export type CodeInput = ReturnType<typeof useCodeInput>

/** The form that has a code and nothing else. */
export function useCodeInput() {
  const errorText = useErrorText()
  const form = useSchemaForm(Code, { verify_code: '' })
  const { field, fieldState } = useController({ control: form.control, name: 'verify_code' })
  return { form, field: { ...field, error: errorText(fieldState.error) } }
}
