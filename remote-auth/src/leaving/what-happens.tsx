import { formatCoin } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Button, Failed, Hint, Skeleton } from '@adcoin/ui'
import { Checkbox, Dock, List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { StepHead } from '../verification/step-head.tsx'
import { useT } from '../texts.ts'
import type { Deletion } from './use-deletion.ts'

/** The consequences of a deletion, the kept data, and the obstacles. */
export function WhatHappens({ deletion: { state, hasFailed, retry, agree } }: { deletion: Deletion }) {
  const t = useT()
  const [isGivenUp, setGivenUp] = useState(false)
  if (!state) return hasFailed ? <Failed onRetry={retry} /> : <Skeleton shape="rows" lines={5} />
  const owns = state.amount !== '0'
  const isOpen = state.open_withdrawals + state.open_reviews > 0
  const owned = t('leaving.owned', { amount: formatCoin(state.amount) })
  const reason = isOpen ? t('leaving.open') : owns && !isGivenUp ? owned : undefined
  return (
    <>
      <StepHead title={t('leaving.deleteTitle')} note={t('leaving.forGood')} />
      <Hint>{t('leaving.removed')}</Hint>
      <Hint>{t('leaving.kept')}</Hint>
      {isOpen && (
        <>
          <Hint tone="warn">{t('leaving.open')}</Hint>
          <List plain>
            {state.open_withdrawals > 0 && (
              <Row title={t('leaving.openWithdrawals', { count: state.open_withdrawals })} to={appPaths.withdraw} />
            )}
            {state.open_reviews > 0 && (
              <Row title={t('leaving.openReviews', { count: state.open_reviews })} to={appPaths.adRecord} />
            )}
          </List>
        </>
      )}
      {owns && !isOpen && (
        <>
          <Hint tone="warn">{owned}</Hint>
          <Button kind="secondary" block to={appPaths.sell}>
            {t('leaving.sell')}
          </Button>
          <Checkbox
            label={t('leaving.giveUp', { amount: formatCoin(state.amount) })}
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
