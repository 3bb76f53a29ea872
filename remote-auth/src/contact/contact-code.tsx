import { CodeForm } from '../proof/code-form.tsx'
import { StepHead } from '../proof/step-head.tsx'
import { shownOf, type Destination } from '../proof/flow.ts'
import { useT } from '../texts.ts'
import type { Contact } from './use-contact.ts'
import { useContactCode } from './use-contact-code.ts'

type ContactCodeProps = { contact: Contact; ticket: string; sent: Destination }

/** The code that went to the new number or address; a right one makes the change. */
export function ContactCode({ contact, ticket, sent }: ContactCodeProps) {
  const t = useT()
  return (
    <CodeForm {...useContactCode(contact, ticket, sent)}>
      <StepHead
        title={t('code.title')}
        note={t(sent.method === 'mobile' ? 'code.sentBySms' : 'code.sentByEmail', { to: shownOf(sent) })}
      />
    </CodeForm>
  )
}
