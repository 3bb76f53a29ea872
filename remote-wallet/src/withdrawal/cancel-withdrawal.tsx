import { cancelWithdrawal, withdrawLog, type Withdrawal } from '@adcoin/contract'
import { refresh, useSubmit } from '@adcoin/http'
import { formatCoin } from '@adcoin/i18n/formats'
import { useHost, useOnline } from '@adcoin/remote'
import { doingText, failureText } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { AmountText, ConfirmDialog } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { applyWithdrawal } from './apply-withdrawal.ts'
import { isWaiting } from './use-withdrawals.ts'

/**
 * Cancels a withdrawal after a question. Where it was approved meanwhile, or the answer was lost, its state is read again
 * and the reason is shown here.
 */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { submit, isRunning, problem } = useCancel()
  // Rejected or cancelled: the money is back.
  if (!isWaiting(withdrawal) && withdrawal.status !== 'paid') return null
  const coin = formatCoin(withdrawal.amount)
  return (
    <>
      {problem ? (
        <Hint tone="bad" icon="alert" announce>
          {problem}
        </Hint>
      ) : null}
      {withdrawal.can_cancel ? (
        <Button
          kind="quiet"
          block
          busy={isRunning}
          disabledReason={isOnline ? undefined : t('cancel.offline')}
          onClick={() => setAsking(true)}
        >
          {t('cancel.begin')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking && withdrawal.can_cancel === true}
        danger
        title={t('cancel.title')}
        text={<AmountText text={t('cancel.text', { coin })} amounts={[coin]} />}
        confirm={t('cancel.begin')}
        cancel={t('cancel.keep')}
        onConfirm={() => {
          setAsking(false)
          void submit({ id: withdrawal.id })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function useCancel() {
  const t = useT()
  const host = useHost()
  const { submit, isRunning, failure } = useSubmit(cancelWithdrawal, {
    loaderText: doingText('save'),
    errors: 'page',
    onSuccess: answer => {
      applyWithdrawal(answer.withdrawal, answer.balance)
      host.showToast(t('cancel.done'), 'good')
    },
    onFailure: () => void refresh(withdrawLog),
  })
  const problem = !failure
    ? undefined
    : failure.key === 'conflict'
      ? t('cancel.tooLate')
      : failure.isUnanswered
        ? t('cancel.lost')
        : failureText(failure)
  return { submit, isRunning, problem }
}
