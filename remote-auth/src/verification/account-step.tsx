import { Form, FormProvider, useSchemaForm } from '@adcoin/remote/forms'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { AccountField, MethodChoice } from '../account/account-field.tsx'
import { AccountFields, type Method } from '../account/account-form.ts'
import { usePhoneReader } from '../account/read-phone.ts'
import { useRegions } from '../account/use-regions.ts'
import { useT } from '../texts.ts'
import { isSameDestination, type Destination } from './flow.ts'
import { StepHead } from './step-head.tsx'
import { useSendCode } from './use-send-code.ts'
import type { Verification } from './verification.ts'

type AccountStepProps = {
  verification: Verification
  title: string
  note?: string | undefined
  /** Before the number: another way in. */
  above?: ReactNode
  children?: ReactNode
  below?: ReactNode
  /** `fixed`: no choice between mobile and e-mail. A function is called with each choice. */
  onMethod?: ((method: Method) => void) | 'fixed'
}

export function AccountStep({ verification, title, note, above, children, below, onMethod }: AccountStepProps) {
  const t = useT()
  const { form, ...sending } = useAccountStep(verification)
  const method = form.watch('method')
  return (
    <FormProvider {...form}>
      <Form {...sending} isStep action={t('account.sendCode')} below={below}>
        <StepHead title={title} note={note} />
        {above}
        {onMethod !== 'fixed' && (
          <MethodChoice
            label={t('account.with')}
            value={method}
            onChange={next => {
              form.setValue('method', next)
              form.clearErrors()
              onMethod?.(next)
            }}
          />
        )}
        <AccountField help={t(method === 'mobile' ? 'account.smsHelp' : 'account.emailHelp')} />
        {children}
      </Form>
    </FormProvider>
  )
}

/** The first step: the account, and a code to it. */
function useAccountStep(verification: Verification) {
  const { typed, onTyped, sent, resend, asksRegion, onSent } = verification
  const { method, region, mobile, email } = typed
  const form = useSchemaForm(AccountFields, { method, region, mobile, email })
  const readNumber = usePhoneReader(verification.isNew)
  const { likely } = useRegions()
  const code = useSendCode(verification, method, { setError: form.setError, onSent })

  const saveTyped = useEffectEvent(onTyped)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveTyped(values) }), [form])

  async function readDestination(values: AccountFields): Promise<Destination | undefined> {
    if (values.method === 'mobile') {
      const phone = await readNumber(values, form.setError)
      return phone && { method: 'mobile', phone }
    }
    const shown = asksRegion ? values.region || likely : ''
    if (asksRegion && shown === '') return void form.setError('region', { type: 'required', message: 'required' })
    return { method: 'email', email: values.email, region: shown }
  }

  return {
    form,
    isRunning: code.isRunning || form.formState.isSubmitting,
    submit: form.handleSubmit(async values => {
      const to = await readDestination(values)
      if (!to) return
      // Back and forth with the same account: the code that was sent is still valid.
      if (isSameDestination(sent, to) && resend.left > 0) onSent(to)
      else await code.send(to)
    }),
  }
}
