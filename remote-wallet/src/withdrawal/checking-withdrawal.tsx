import { withdrawLog, withdrawRequest } from '@adcoin/contract'
import { formatWait } from '@adcoin/i18n/formats'
import { settle, settleAsNotPlaced, type Unanswered, useCall } from '@adcoin/http'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import { Button, Failed, Hint, Main, NavBar, Screen } from '@adcoin/ui'
import { Card, Dock, Lead, Track } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../texts.ts'
import { applyPlacedWithdrawal } from './apply-withdrawal.ts'
import { findOutcome, inFlightMs, measureSearchMs, readAttempt } from './withdrawal-attempt.ts'

type CheckingProps = { pending: Unanswered; onDone: () => void }

/** The outcome of a request whose answer was lost, before a new one is offered (faults.md G14). */
export function CheckingWithdrawal({ pending, onDone }: CheckingProps) {
  const t = useT()
  const back = useBack(appPaths.money)
  const { isNotPlaced, isError, retry, leftSeconds } = useOutcome(pending, onDone)
  return (
    <Screen>
      <NavBar close onBack={back} />
      <Main>
        {isNotPlaced ? (
          <>
            <Lead title={t('withdraw.notPlaced')} note={t('withdraw.notPlacedNote')} />
            <Hint tone="plain" icon="clock">
              {t('withdraw.approval')}
            </Hint>
            <Dock>
              <Button block onClick={onDone}>
                {t('withdraw.again')}
              </Button>
            </Dock>
          </>
        ) : (
          <>
            <Lead title={t('withdraw.checking')} note={t('withdraw.looking')} />
            {isError ? (
              <Failed onRetry={retry} />
            ) : (
              <Card>
                <Track
                  label={t('withdraw.checking')}
                  steps={[
                    { state: 'done', title: t('withdraw.sent') },
                    {
                      state: 'waiting',
                      title: t('withdraw.lookedUp'),
                      note: t('withdraw.knownIn', { time: formatWait(leftSeconds) }),
                    },
                    { state: 'todo', title: t('withdraw.resultShown') },
                  ]}
                />
              </Card>
            )}
            <Button block kind="secondary" to={appPaths.money}>
              {t('withdraw.leaveCheck')}
            </Button>
          </>
        )}
      </Main>
    </Screen>
  )
}

/** Polls the log until the outcome is known; a withdrawal that was placed opens. */
function useOutcome(pending: Unanswered, onFound: () => void) {
  const navigate = useNavigate()
  const [before] = useState(() => readAttempt().before)
  const log = useCall(withdrawLog, { limit: '10' }, { refetchInterval: 2_000, staleTime: 0 })
  // An answer of before this screen may be older than the request.
  const list = log.isFetchedAfterMount ? log.data?.list : undefined
  const [searchMs, setSearchMs] = useState(0)
  // Each answer counts, also an equal one.
  useEffect(() => setSearchMs(measureSearchMs(pending)), [pending, log.dataUpdatedAt])
  const outcome = list ? findOutcome(pending, before, list, searchMs) : 'waiting'
  const found = typeof outcome === 'object' ? outcome : undefined
  const close = useEffectEvent(() => {
    if (!found) return settleAsNotPlaced(withdrawRequest)
    settle(withdrawRequest)
    applyPlacedWithdrawal(found)
    onFound()
    void navigate(withQuery(appPaths.withdraw, { id: found.id, new: '1' }), { replace: true })
  })
  const isKnown = outcome !== 'waiting'
  useEffect(() => {
    if (isKnown) close()
  }, [isKnown])
  return {
    isNotPlaced: outcome === 'notPlaced',
    isError: log.isError,
    retry: () => void log.refetch(),
    /** After these it is known that the request never arrived. */
    leftSeconds: Math.max(0, (inFlightMs - searchMs) / 1000),
  }
}
