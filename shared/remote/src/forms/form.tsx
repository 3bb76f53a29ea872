import {
  get,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
  type DefaultValues,
} from 'react-hook-form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { HttpFailure } from '@adcoin/http'
import { Button } from '@adcoin/ui'
import { Dock, NeedsNetwork } from '@adcoin/ui/pages'
import type { ReactNode, SubmitEvent } from 'react'
import { useFieldText, failureText, fieldText } from '../pages/failure-text.ts'

/** A form with its submit button in the dock. */
export function Form({ submit, action, isRunning = false, wait, isStep = false, below, children }: FormProps) {
  return (
    <form
      className={isStep ? 'ac-stack ac-stack--5' : 'ac-stack'}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        takeFilled(event.currentTarget)
        void submit(event)
      }}
    >
      {children}
      <Dock>
        <NeedsNetwork />
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {action}
        </Button>
        {below}
      </Dock>
    </form>
  )
}

/**
 * The error text of a field: schemas leave a key (`pwd_short`), which becomes a sentence in the language of the moment;
 * the service's own sentences stay as they are.
 */
export function useErrorText(): (error: { message?: string | undefined } | undefined) => string | undefined {
  const fieldText = useFieldText()
  return error => {
    if (!error?.message) return undefined
    return /^[a-z]+(_[a-z]+)*$/.test(error.message) ? fieldText(error.message) : error.message
  }
}

/**
 * Registers a field together with the text of its error: `<TextField {...field('username')} />`. `required` names what
 * an empty field lacks ("Enter your password"), in place of the sentence that every form has for it.
 */
export function useFields<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  const errorText = useErrorText()
  const { errors } = form.formState
  return <Name extends FieldPath<Values>>(
    name: Name,
    { required, ...options }: RegisterOptions<Values, Name> & { required?: string } = {},
  ) => {
    const error: { message?: string } | undefined = get(errors, name)
    return {
      ...form.register(name, options as RegisterOptions<Values, Name>),
      error: required !== undefined && error?.message === 'required' ? required : errorText(error),
    }
  }
}

/**
 * A form that is validated by a schema of the contract at submit, then at each correction. The first invalid field gets
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

/** The `setError` of react-hook-form, without depending on it. */
export type SetError<Field extends string> = (
  field: Field,
  error: { type: string; message: string },
  options?: { shouldFocus: boolean },
) => void

/**
 * Puts what the service refused at the fields that caused it, the first one focused.
 *
 * @param fields  where an error belongs: a field of the call, or an error key (`code_wrong`), to a field of the form
 * @returns the message that belongs to no field, to be shown above the button; `undefined` if every error found its
 *   place
 */
export function applyFailure<Field extends string>(
  failure: HttpFailure,
  setError: SetError<Field>,
  fields: Readonly<Partial<Record<string, Field>>>,
): string | undefined {
  const named = Object.entries(failure.fields ?? {})
  let placed = 0
  for (const [name, key] of named) {
    const field = fields[name]
    if (field === undefined) continue
    // If the whole answer is about this error, the service's message is complete ("Incorrect or expired code").
    setError(
      field,
      { type: key, message: key === failure.key ? failureText(failure) : fieldText(key) },
      { shouldFocus: placed === 0 },
    )
    placed += 1
  }
  if (named.length > 0 && placed === named.length) return undefined

  const field = failure.key === undefined ? undefined : fields[failure.key]
  if (field === undefined) return failureText(failure)
  setError(field, { type: failure.key ?? 'invalid', message: failureText(failure) }, { shouldFocus: placed === 0 })
  return undefined
}

type FormProps = {
  submit: (event: SubmitEvent) => unknown
  /** Label of the submit button. */
  action: ReactNode
  isRunning?: boolean
  /** Why nothing can be sent now. */
  wait?: string | undefined
  /** Space between the fields is larger where a step has a heading of its own. */
  isStep?: boolean
  /** Below the submit button. */
  below?: ReactNode
  children: ReactNode
}

/**
 * Password managers may fill fields without an event: the form hears of these values before it checks them. React drops
 * the event of a field that it knows.
 */
export function takeFilled(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input, textarea'))
    field.dispatchEvent(new Event('input', { bubbles: true }))
}
