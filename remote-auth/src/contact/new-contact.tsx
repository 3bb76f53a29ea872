import { FormProvider } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { AccountField } from '../account/account-field.tsx'
import { StepHead } from '../proof/step-head.tsx'
import { useT } from '../texts.ts'
import type { Contact } from './use-contact.ts'
import { useNewContact } from './use-new-contact.ts'

/** The new number or address, beside the present one, and what follows from the change. */
export function NewContact({ contact, title, now }: { contact: Contact; title: string; now: string | null }) {
  const t = useT()
  const { form, submit, isRunning } = useNewContact(contact)
  return (
    <FormProvider {...form}>
      <form className="ac-stack ac-stack--5" noValidate onSubmit={event => void submit(event)}>
        <StepHead title={title} note={now === null ? undefined : t('contact.now', { masked: now })} />
        <AccountField help={t(contact.method === 'mobile' ? 'account.smsHelp' : 'account.emailHelp')} />
        <Hint tone="hint">{t('contact.follows')}</Hint>
        <Dock>
          <Button block type="submit" busy={isRunning}>
            {t('account.sendCode')}
          </Button>
        </Dock>
      </form>
    </FormProvider>
  )
}
