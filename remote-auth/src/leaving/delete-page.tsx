import { appPaths, useBack } from '@adcoin/remote'
import { Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Steps } from '@adcoin/ui/pages'
import { OwnerProof } from '../owner/owner-proof.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { useT } from '../texts.ts'
import { DeleteCode } from './delete-code.tsx'
import { useDeletion } from './use-deletion.ts'
import { WhatHappens } from './what-happens.tsx'

/** Ends the account: what happens with what is here, who asks, and a last code. */
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
        {user && step === 'owner' && <OwnerProof user={user} onProven={deletion.prove} />}
        {user && state && ticket && step === 'code' && (
          <DeleteCode user={user} ticket={ticket} giveUp={state.amount} restart={deletion.restart} />
        )}
      </Main>
    </Screen>
  )
}
