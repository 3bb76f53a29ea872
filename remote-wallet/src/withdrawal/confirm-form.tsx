import type { Balance } from '@adcoin/contract'
import { OperatorNotices } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { useState } from 'react'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { Obstacles } from '../sell/obstacles.tsx'
import type { Quote } from '../sell/quote.ts'
import { usePause } from '../sell/use-pause.ts'
import { QuoteReceipt } from '../sell/quote-receipt.tsx'
import type { Offer, Sell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { usePerson } from '../trading-password/use-person.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { ProblemHint } from './problem-hint.tsx'
import { useConfirm } from './use-confirm.ts'

type ConfirmFormProps = { sell: Sell; quote: Quote; offer: Offer; money: Balance }

/** What it costs and where it goes; the sheet over it asks who it is. */
export function ConfirmForm({ sell, quote, offer, money }: ConfirmFormProps) {
  const t = useT()
  const person = usePerson().data
  const [isOpen, setOpen] = useState(false)
  // New figures are looked at before anything is sent, so the sheet gives way to them.
  const confirm = useConfirm(sell, { onChanged: () => setOpen(false) })
  const { payment, problem } = confirm
  const pause = usePause(money)
  const missing = pause ?? (person && !person.is_pay_passwd ? t('sell.notSet') : undefined)
  return (
    <>
      <AccountPicker sell={sell} note={t('withdraw.to')} />
      <QuoteReceipt quote={quote} offer={offer} balance={money} first={t('withdraw.youWithdraw')} />
      <Hint tone="plain" icon="clock">
        {t('withdraw.approval')}
      </Hint>
      <Obstacles money={money} person={person} hasAccount={payment !== undefined} />
      {isOpen ? null : <ProblemHint problem={problem} />}
      <OperatorNotices />
      {payment && person ? (
        <ConfirmSheet {...{ sell, confirm, payment }} open={isOpen} onClose={() => setOpen(false)} />
      ) : null}
      <Dock>
        <Button block disabledReason={missing} onClick={() => setOpen(payment !== undefined)}>
          {t('sell.continueEmpty')}
        </Button>
      </Dock>
    </>
  )
}
