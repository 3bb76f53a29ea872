import { PasswordAttempt, proveOwner, type UserSetting } from '@adcoin/contract'
import { Form, useFields, useFormCall, useSchemaForm, type SetError } from '@adcoin/remote/forms'
import { PasswordField } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { StepHead } from '../verification/step-head.tsx'
import { codeErrorFields, useCodeInput } from '../verification/code-form.tsx'
import { OwnCodeStep } from './own-code-step.tsx'

/** `ticket`: single use, valid for some minutes, kept in memory only. */
type OnVerified = (ticket: string) => void
type OwnerStepProps = { user: UserSetting; onVerified: OnVerified }

/** Verifies the owner of the account: with the login password, or with a code if there is none. */
export function OwnerStep(props: OwnerStepProps) {
  return props.user.has_passwd ? <ByPassword {...props} /> : <ByCode {...props} />
}

const Password = v.object({ passwd: PasswordAttempt })

function ByPassword({ onVerified }: OwnerStepProps) {
  const t = useT()
  const form = useSchemaForm(Password, { passwd: '' })
  const field = useFields(form)
  const verify = useVerifyOwner(form.setError, { passwd: 'passwd', old_pwd_wrong: 'passwd' }, onVerified)
  return (
    <Form
      submit={form.handleSubmit(async values => void (await verify.submit(values)))}
      isRunning={verify.isRunning}
      isStep
      action={t('code.continue')}
    >
      <StepHead title={t('owner.title')} note={t('owner.byPassword')} />
      <PasswordField label={t('login.password')} autoComplete="current-password" autoFocus {...field('passwd')} />
    </Form>
  )
}

function ByCode({ user, onVerified }: OwnerStepProps) {
  const t = useT()
  const { form, field } = useCodeInput()
  const verify = useVerifyOwner(form.setError, codeErrorFields, onVerified)
  return (
    <OwnCodeStep
      scene="prove"
      title={t('owner.title')}
      user={user}
      field={field}
      submit={form.handleSubmit(async values => void (await verify.submit(values)))}
      isRunning={verify.isRunning}
    />
  )
}

function useVerifyOwner<Field extends string>(
  setError: SetError<Field>,
  fields: Readonly<Record<string, Field>>,
  onVerified: OnVerified,
) {
  return useFormCall(proveOwner, {
    doing: 'check',
    setError,
    fields,
    onSuccess: ({ verify_ticket }, _input, isOpen) => void (isOpen && onVerified(verify_ticket)),
  })
}
