import type { Unanswered } from '@adcoin/http'
import { appPaths, useBack } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Card, Dock, Lead } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useFate } from './use-fate.ts'

/**
 * Somebody comes back after the answer to their request was lost: what became of it, before anything new is offered
 * (faults.md G14).
 */
export function CheckingWithdrawal({ pending, onDone }: { pending: Unanswered; onDone: () => void }) {
  const t = useT()
  const back = useBack(appPaths.money)
  const { isNotPlaced, isError, retry } = useFate(pending, onDone)
  return (
    <Screen>
      <NavBar close onBack={back} />
      <Main>
        {isNotPlaced ? (
          <Lead title={t('withdraw.notPlaced')} note={t('withdraw.notPlacedNote')} />
        ) : (
          <Lead title={t('withdraw.checking')} note={t('withdraw.looking')} />
        )}
        {isNotPlaced ? null : isError ? (
          <Failed onRetry={retry} />
        ) : (
          <Card>
            <Skeleton lines={3} />
          </Card>
        )}
        {isNotPlaced ? (
          <Hint tone="plain" icon="clock">
            {t('withdraw.approval')}
          </Hint>
        ) : null}
        {isNotPlaced ? (
          <Dock>
            <Button block onClick={onDone}>
              {t('withdraw.again')}
            </Button>
          </Dock>
        ) : null}
      </Main>
    </Screen>
  )
}
