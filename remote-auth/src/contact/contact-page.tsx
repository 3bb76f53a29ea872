import { appPaths, useBack } from '@adcoin/remote'
import { Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import type { Method } from '../account/account-form.ts'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { useContact } from './use-contact.ts'

/** A new number or e-mail address: the owner, the account, and the code that was sent there. */
export function ContactPage({ method }: { method: Method }) {
  const t = useT()
  const contact = useContact(method)
  const back = useBack(appPaths.profile)
  const { user, hasFailed, retry } = useProfile()
  const { step, sent } = contact
  const now = user?.[method]
  return (
    <Screen>
      <NavBar onBack={back} end={<Steps count={3} current={{ owner: 1, account: 2, code: 3 }[step]} />} />
      <Main>
        {!user && (hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={3} />)}
        {user && step === 'owner' && <OwnerStep user={user} onVerified={contact.setOwnerTicket} />}
        {user && step === 'account' && (
          <AccountStep
            verification={contact}
            title={t(titleOf(method, now !== null))}
            note={now ? t('contact.now', { masked: now }) : undefined}
            onMethod="fixed"
          >
            <Hint tone="hint">{t('contact.follows')}</Hint>
          </AccountStep>
        )}
        {sent && step === 'code' && <CodeStep verification={contact} sent={sent} />}
      </Main>
    </Screen>
  )
}

function titleOf(method: Method, hasOne: boolean) {
  if (method === 'mobile') return hasOne ? 'contact.changeMobile' : 'contact.addMobile'
  return hasOne ? 'contact.changeEmail' : 'contact.addEmail'
}
