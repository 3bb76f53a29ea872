import { appPaths, useBack, useDocumentTitle, useHost, withQuery } from '@adcoin/remote'
import { Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { balance, getSetting } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { defineDraft, failureText, useCountdown } from '@adcoin/remote/pages'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useState } from 'react'
import * as v from 'valibot'
import type { AccountValues, Method } from '../account/account-form.ts'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { AccountStep } from '../verification/account-step.tsx'
import { CodeStep } from '../verification/code-step.tsx'
import { toAccountInput, type Destination } from '../verification/flow.ts'
import { type Verification, verificationCalls } from '../verification/verification.ts'

/** A new number or e-mail address: the owner, the account, and the code that was sent there. */
export function ContactPage({ method }: { method: Method }) {
  const t = useT()
  const contact = useContact(method)
  const back = useBack(appPaths.profile)
  const { user, hasFailed, retry } = useProfile()
  const { step, sent } = contact
  const now = user?.[method]
  const title = t(chooseTitle(method, now !== null))
  useDocumentTitle(title)
  return (
    <Screen>
      <NavBar onBack={back} end={<Steps count={3} current={{ owner: 1, account: 2, code: 3 }[step]} />} />
      <Main>
        {!user && (hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={3} />)}
        {user && step === 'owner' && <OwnerStep user={user} onVerified={contact.setOwnerTicket} />}
        {user && step === 'account' && (
          <AccountStep
            verification={contact}
            title={title}
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

function chooseTitle(method: Method, hasOne: boolean) {
  if (method === 'mobile') return hasOne ? 'contact.changeMobile' : 'contact.addMobile'
  return hasOne ? 'contact.changeEmail' : 'contact.addEmail'
}

/** The new number or address; codes and the ticket of the owner are never kept. */
const contactDraft = defineDraft({
  owner: 'auth',
  name: 'contact',
  version: 1,
  schema: v.object({ region: v.string(), mobile: v.string(), email: v.string() }),
})

function useTypedContact(method: Method) {
  const [typed, setTyped] = useState<AccountValues>(() => ({
    ...(contactDraft.read(method) ?? { region: '', mobile: '', email: '' }),
    method,
  }))
  const onTyped = (change: Partial<AccountValues>) => {
    const next = { ...typed, ...change }
    contactDraft.save(next, method)
    setTyped(next)
  }
  return { typed, onTyped }
}

/**
 * The state of a change. Steps are entries of the history, so Back keeps what was typed; a reload starts again, because
 * the ticket of the owner is kept in memory only.
 */
function useContact(method: Method) {
  const t = useT()
  const host = useHost()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const resend = useCountdown(`auth.contact.${method}`)
  const [ticket, setTicket] = useState<string>()
  const [sent, setSent] = useState<Destination | null>(null)
  const wantedStep = query.get('step')
  const step: 'owner' | 'account' | 'code' =
    ticket && wantedStep === 'code' && sent ? 'code' : ticket && wantedStep ? 'account' : 'owner'

  function go(to: 'account' | 'code'): void {
    void navigate(withQuery(appPaths.profile, { contact: method, step: to }), { replace: to === wantedStep })
  }

  return {
    calls: verificationCalls.contact,
    doing: 'save',
    toInput: to => ({ ...toAccountInput(to), verify_ticket: ticket ?? '' }),
    ...useTypedContact(method),
    sent,
    resend,
    isNew: true,
    asksRegion: false,
    onSent(to) {
      setSent(to)
      go('code')
    },
    onVerified(_answer, isOpen) {
      contactDraft.drop(method)
      // The masked contact has changed, and withdrawals are paused.
      void Promise.all([refresh(getSetting), refresh(balance)])
      host.showToast(t('contact.done'), 'good')
      if (isOpen) void navigate(appPaths.profile, { replace: true })
    },
    /** Starts again when the ticket of the owner is used or no longer valid. */
    onFailure(failure) {
      if (failure.key !== 'ticket_invalid') return false
      setTicket(undefined)
      host.showToast(failureText(failure), 'bad')
      return true
    },
    changeAccount: () => go('account'),
    step,
    setOwnerTicket(value: string): void {
      setTicket(value)
      go('account')
    },
  } satisfies Verification & Record<string, unknown>
}
