import { deleteAccount, type UserSetting } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { appPaths, useBack, useHost, useDocumentTitle } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { AmountText, Checkbox, Dock, List, Row, Steps } from '@adcoin/ui/pages'
import { formatCoin } from '@adcoin/i18n/formats'
import { useState } from 'react'
import { OwnCodeStep } from '../owner/own-code-step.tsx'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { codeErrorFields, useCodeInput } from '../verification/code-form.tsx'
import { type Deletion, useDeletion } from './use-deletion.ts'
import { StepHead } from '../verification/step-head.tsx'

/** Deletes the account: the consequences, the owner, and a last code. */
export function DeletePage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { user, hasFailed, retry } = useProfile()
  const deletion = useDeletion()
  const { step, ticket, state } = deletion
  useDocumentTitle(t('leaving.delete'))
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

/** The consequences of a deletion, the kept data, and the obstacles. */
function WhatHappens({ deletion: { state, hasFailed, retry, agree } }: { deletion: Deletion }) {
  const t = useT()
  const [isGivenUp, setGivenUp] = useState(false)
  if (!state) return hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={5} />
  const owns = state.amount !== '0'
  const isOpen = state.open_withdrawals + state.open_reviews > 0
  const amount = formatCoin(state.amount)
  const owned = <AmountText text={t('leaving.owned', { amount })} amounts={[amount]} />
  const reason = isOpen ? t('leaving.open') : owns && !isGivenUp ? owned : undefined
  return (
    <>
      <StepHead title={t('leaving.deleteTitle')} note={t('leaving.forGood')} />
      <Hint>{t('leaving.removed')}</Hint>
      <Hint>{t('leaving.kept')}</Hint>
      {isOpen && (
        <List plain>
          {state.open_withdrawals > 0 && (
            <Row title={t('leaving.openWithdrawals', { count: state.open_withdrawals })} to={appPaths.withdraw} />
          )}
          {state.open_reviews > 0 && (
            <Row title={t('leaving.openReviews', { count: state.open_reviews })} to={appPaths.adRecord} />
          )}
        </List>
      )}
      {owns && !isOpen && (
        <>
          <Hint tone="warn">{owned}</Hint>
          <Button kind="secondary" block to={appPaths.sell}>
            {t('leaving.sell')}
          </Button>
          <Checkbox
            label={<AmountText text={t('leaving.giveUp', { amount })} amounts={[amount]} />}
            checked={isGivenUp}
            onChange={event => setGivenUp(event.target.checked)}
          />
        </>
      )}
      <Dock>
        <Button kind="danger" block disabledReason={reason} onClick={agree}>
          {t('leaving.goOn')}
        </Button>
      </Dock>
    </>
  )
}
