import { useSchemaForm } from '@adcoin/remote/forms'
import { Account } from '../account/account-form.ts'
import { usePhoneReader } from '../account/use-phone-reader.ts'
import { accountOf, type Destination } from '../proof/flow.ts'
import { useSendCode } from '../proof/use-send-code.ts'
import { contactCalls, type Contact } from './use-contact.ts'

/** The step that asks for the new number or address, and sends a code there. */
export function useNewContact({ method, ticket = '', sent, resend, keep, restart }: Contact) {
  const form = useSchemaForm(Account, {
    method,
    region: sent?.method === 'mobile' ? sent.phone.region : '',
    mobile: sent?.method === 'mobile' ? sent.phone.mobile : '',
    email: sent?.method === 'email' ? sent.email : '',
  })
  const readNumber = usePhoneReader(true)
  const code = useSendCode(contactCalls[method].send, {
    resend,
    inputOf: to => ({ ...accountOf(to), verify_ticket: ticket }),
    setError: form.setError,
    onSent: keep,
    onFailure: restart,
  })
  return {
    form,
    isRunning: code.isRunning || form.formState.isSubmitting,
    submit: form.handleSubmit(async values => {
      const to = await destinationOf(values)
      if (to) await code.send(to)
    }),
  }

  async function destinationOf(values: Account): Promise<Destination | undefined> {
    if (values.method === 'email') return { method: 'email', email: values.email, region: '' }
    const phone = await readNumber(values, form.setError)
    return phone && { method: 'mobile', phone }
  }
}
