import { deleteAccount, type UserSetting } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { OwnCodeStep } from '../owner/own-code-step.tsx'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { codeErrorFields, useCodeInput } from '../verification/use-code-input.ts'
import { useDeletion } from './use-deletion.ts'
import { WhatHappens } from './what-happens.tsx'

/** Deletes the account: the consequences, the owner, and a last code. */
export function DeletePage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { user, hasFailed, retry } = useProfile()
  const deletion = useDeletion()
  const { step, ticket, state } = deletion
  return (
    <Screen>
      <NavBar
        title={t('leaving.delete')}
        onBack={back}
        end={<Steps count={3} current={{ what: 1, owner: 2, code: 3 }[step]} />}
      />
      <Main>
        {!user && (hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={5} />)}
        {user && step === 'what' && <WhatHappens deletion={deletion} />}
        {user && step === 'owner' && <OwnerStep user={user} onVerified={deletion.setOwnerTicket} />}
        {user && state && ticket && step === 'code' && (
          <DeleteCode user={user} ticket={ticket} giveUp={state.amount} restart={deletion.restart} />
        )}
      </Main>
    </Screen>
  )
}

type DeleteCodeProps = {
  user: UserSetting
  ticket: string
  giveUp: string
  restart: (failure: HttpFailure) => boolean
}

/** A correct code deletes the account and ends the session. */
function DeleteCode({ user, ticket, giveUp, restart }: DeleteCodeProps) {
  const t = useT()
  const host = useHost()
  const { form, field } = useCodeInput()
  const end = useFormCall(deleteAccount, {
    doing: 'save',
    setError: form.setError,
    fields: codeErrorFields,
    onSuccess() {
      host.showToast(t('leaving.done'), 'good')
      void host.signOut()
    },
    onFailure: restart,
  })
  return (
    <OwnCodeStep
      scene="delete"
      title={t('leaving.lastStep')}
      user={user}
      field={field}
      isRunning={end.isRunning}
      submit={form.handleSubmit(
        async ({ verify_code }) => void (await end.submit({ verify_ticket: ticket, verify_code, give_up: giveUp })),
      )}
    />
  )
}
