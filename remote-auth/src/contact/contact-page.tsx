import { appPaths, useBack } from '@adcoin/remote'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import type { Method } from '../account/account-form.ts'
import { OwnerProof } from '../owner/owner-proof.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { useT } from '../texts.ts'
import { ContactCode } from './contact-code.tsx'
import { NewContact } from './new-contact.tsx'
import { useContact } from './use-contact.ts'

/** Another number or address, or a first one: who asks, what it shall be, and the code that went there. */
export function ContactPage({ method }: { method: Method }) {
  const t = useT()
  const contact = useContact(method)
  const back = useBack(appPaths.profile)
  const { user, hasFailed, retry } = useProfile()
  const { step, ticket, sent } = contact
  return (
    <Screen>
      <NavBar onBack={back} end={<Steps count={3} current={{ owner: 1, place: 2, code: 3 }[step]} />} />
      <Main>
        {!user && (hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={3} />)}
        {user && step === 'owner' && <OwnerProof user={user} onProven={contact.prove} />}
        {user && step === 'place' && (
          <NewContact contact={contact} title={t(titleOf(method, user[method] !== null))} now={user[method]} />
        )}
        {ticket && sent && step === 'code' && <ContactCode contact={contact} ticket={ticket} sent={sent} />}
      </Main>
    </Screen>
  )
}

function titleOf(method: Method, hasOne: boolean) {
  if (method === 'mobile') return hasOne ? 'contact.changeMobile' : 'contact.addMobile'
  return hasOne ? 'contact.changeEmail' : 'contact.addEmail'
}
