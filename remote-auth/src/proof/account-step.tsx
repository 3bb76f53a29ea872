import { FormProvider } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { AccountField } from '../account/account-field.tsx'
import { MethodChoice } from '../account/method-choice.tsx'
import { useT } from '../texts.ts'
import { StepHead } from './step-head.tsx'
import { useAccountStep } from './use-account-step.ts'
import type { Proof } from './use-proof.ts'

type AccountStepProps = {
  proof: Proof
  title: string
  note?: string | undefined
  /** Between the field and the button. */
  children?: ReactNode
  /** Under the button. */
  below?: ReactNode
  /** The tab was changed; a screen whose address names it follows. */
  onMethod?: ((method: 'mobile' | 'email') => void) | undefined
}

/** Which account, and a code to it. */
export function AccountStep({ proof, title, note, children, below, onMethod }: AccountStepProps) {
  const t = useT()
  const { form, submit, isRunning } = useAccountStep(proof)
  const method = form.watch('method')
  return (
    <FormProvider {...form}>
      <form className="ac-stack ac-stack--5" noValidate onSubmit={event => void submit(event)}>
        <StepHead title={title} note={note} />
        <MethodChoice
          label={t('account.with')}
          value={method}
          onChange={next => {
            form.setValue('method', next)
            form.clearErrors()
            onMethod?.(next)
          }}
        />
        <AccountField help={t(method === 'mobile' ? 'account.smsHelp' : 'account.emailHelp')} />
        {children}
        <Dock>
          <Button block type="submit" busy={isRunning}>
            {t('account.sendCode')}
          </Button>
          {below}
        </Dock>
      </form>
    </FormProvider>
  )
}
