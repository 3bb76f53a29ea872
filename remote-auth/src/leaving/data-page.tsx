import { exportData } from '@adcoin/contract'
import { appPaths, useBack, useHost, useDocumentTitle } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { saveFile } from '@adcoin/remote/pages'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { StepHead } from '../verification/step-head.tsx'

/** Everything that the service stores about the person, as one file. */
export function DataPage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { user, hasFailed, retry } = useProfile()
  const [isWanted, setWanted] = useState(false)
  useDocumentTitle(t('leaving.data'))
  const { fetchFile, isRunning } = useExport(() => setWanted(false))
  return (
    <Screen>
      <NavBar title={t('leaving.data')} onBack={back} />
      <Main>
        {!user || (isWanted && isRunning) ? (
          hasFailed && !user ? (
            <Failed onRetry={retry} />
          ) : (
            <Skeleton shape="rows" lines={3} />
          )
        ) : isWanted ? (
          <OwnerStep user={user} onVerified={fetchFile} />
        ) : (
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

function useExport(onDone: () => void) {
  const t = useT()
  const host = useHost()
  const call = useFormCall(exportData, {
    onSuccess(data) {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `ad-coin-${day}.json`)
      host.showToast(t('leaving.saved'), 'good')
      onDone()
    },
  })
  return { fetchFile: (verify_ticket: string) => void call.submit({ verify_ticket }), isRunning: call.isRunning }
}
