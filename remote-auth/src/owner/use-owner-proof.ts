import { PasswordTried, proveOwner } from '@adcoin/contract'
import { useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import * as v from 'valibot'
import { codeErrorFields, useCodeInput } from '../proof/use-code-input.ts'

const Password = v.object({ passwd: PasswordTried })

/** The service's word that it is the owner: single use, and over after some minutes. Kept in memory only. */
export type OnProven = (ticket: string) => void

/** Proves the owner by the login password. */
export function useOwnerPassword(onProven: OnProven) {
  const form = useSchemaForm(Password, { passwd: '' })
  const prove = useFormCall(proveOwner, {
    doing: 'check',
    setError: form.setError,
    fields: { passwd: 'passwd', old_pwd_wrong: 'passwd' },
    onSuccess: ({ verify_ticket }, _input, isOpen) => void (isOpen && onProven(verify_ticket)),
  })
  return {
    form,
    submit: form.handleSubmit(async values => void (await prove.submit(values))),
    isRunning: prove.isRunning,
  }
}

/** Proves the owner by the code that was sent to the own address. */
export function useOwnerCode(onProven: OnProven) {
  const { form, field } = useCodeInput()
  const prove = useFormCall(proveOwner, {
    doing: 'check',
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess: ({ verify_ticket }, _input, isOpen) => void (isOpen && onProven(verify_ticket)),
  })
  return {
    field,
    submit: form.handleSubmit(async values => void (await prove.submit(values))),
    isRunning: prove.isRunning,
  }
}
