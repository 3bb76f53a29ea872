import { appPaths, useBack } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { OwnerProof } from '../owner/owner-proof.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { StepHead } from '../proof/step-head.tsx'
import { useT } from '../texts.ts'
import { useExport } from './use-export.ts'

/** Everything that is kept about the person, as one file. */
export function DataPage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { user, hasFailed, retry } = useProfile()
  const [isWanted, setWanted] = useState(false)
  const { fetchFile, isRunning } = useExport(() => setWanted(false))
  return (
    <Screen>
      <NavBar title={t('leaving.data')} onBack={back} />
      <Main>
        {!user && (hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={3} />)}
        {user && isWanted && !isRunning && <OwnerProof user={user} onProven={fetchFile} />}
        {user && isWanted && isRunning && <Skeleton shape="rows" lines={3} />}
        {user && !isWanted && (
          <>
            <StepHead title={t('leaving.dataTitle')} note={t('leaving.dataHolds')} />
            <Hint tone="hint" icon="shield">
              {t('leaving.dataLeftOut')}
            </Hint>
            <Dock>
              <Button block onClick={() => setWanted(true)}>
                {t('leaving.download')}
              </Button>
            </Dock>
          </>
        )}
      </Main>
    </Screen>
  )
}
