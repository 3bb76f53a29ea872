import { withdrawLog, withdrawRequest } from '@adcoin/contract'
import { settle, settleAsNotPlaced, unanswered, type Unanswered, useCall } from '@adcoin/http'
import { useNavigate, useSearchParams } from '@adcoin/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { appPaths, useBack, withQuery } from '@adcoin/remote'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Card, Dock, Lead } from '@adcoin/ui/pages'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { WithdrawalLog } from './withdrawal-log.tsx'
import { useT } from '../texts.ts'
import { fateOf, readAttempt } from './attempt.ts'
import { takeOver } from './take-over.ts'

/** One path, three views: the log, the form (`?step=confirm`), one request (`?id=`). A lost answer comes first. */
export function Page() {
  const [query] = useSearchParams()
  const [pending, setPending] = useState(() => unanswered(withdrawRequest))
  const id = query.get('id')
  if (id) return <WithdrawalDetails key={id} id={id} isNew={query.get('new') === '1'} />
  if (pending) return <CheckingWithdrawal pending={pending} onDone={() => setPending(null)} />
  if (query.get('step') === 'confirm') return <ConfirmWithdrawal />
  return <WithdrawalLog />
}

type CheckingProps = { pending: Unanswered; onDone: () => void }

/** The outcome of a request whose answer was lost, before a new one is offered (faults.md G14). */
function CheckingWithdrawal({ pending, onDone }: CheckingProps) {
  const t = useT()
  const back = useBack(appPaths.money)
  const { isNotPlaced, isError, retry } = useFate(pending, onDone)
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
                <Skeleton lines={3} />
              </Card>
            )}
          </>
        )}
      </Main>
    </Screen>
  )
}

/** Polls the log until the outcome is known; a withdrawal that was placed opens. */
function useFate(pending: Unanswered, onFound: () => void) {
  const navigate = useNavigate()
  const [before] = useState(() => readAttempt().before)
  const log = useCall(withdrawLog, { limit: '10' }, { refetchInterval: 2_000, staleTime: 0 })
  const isFresh = log.data !== undefined && log.dataUpdatedAt > pending.at
  const fate = isFresh ? fateOf(pending, before, log.data.list, log.dataUpdatedAt) : 'waiting'
  const found = typeof fate === 'object' ? fate : undefined
  const close = useEffectEvent(() => {
    if (!found) return settleAsNotPlaced(withdrawRequest)
    settle(withdrawRequest)
    takeOver(found)
    onFound()
    void navigate(withQuery(appPaths.withdraw, { id: found.id, new: '1' }), { replace: true })
  })
  const isKnown = fate !== 'waiting'
  useEffect(() => {
    if (isKnown) close()
  }, [isKnown])
  return { isNotPlaced: fate === 'notPlaced', isError: log.isError, retry: () => void log.refetch() }
}
