import { VerifyCode } from '@adcoin/contract'
import { useController, useErrorText, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'

const Code = v.object({ verify_code: VerifyCode })

/** The field of each refusal of a code. */
export const codeErrorFields = { verify_code: 'verify_code', code_wrong: 'verify_code' } as const

export type CodeInput = ReturnType<typeof useCodeInput>

/** A form with a code as its only field. */
export function useCodeInput() {
  const errorText = useErrorText()
  const form = useSchemaForm(Code, { verify_code: '' })
  const { field, fieldState } = useController({ control: form.control, name: 'verify_code' })
  return { form, field: { ...field, error: errorText(fieldState.error) } }
}
