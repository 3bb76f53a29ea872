import type { Balance } from '@adcoin/contract'
import { OperatorNotices } from '@adcoin/remote/pages'
import { Button, Hint } from '@adcoin/ui'
import { Dock } from '@adcoin/ui/pages'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { Obstacles } from '../sell/obstacles.tsx'
import type { Quote } from '../sell/quote.ts'
import { usePause } from '../sell/use-pause.ts'
import { QuoteReceipt } from '../sell/quote-receipt.tsx'
import type { Offer, Sell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import { usePerson } from '../trading-password/use-person.ts'
import { IdentityFields } from './identity-fields.tsx'
import { useConfirm } from './use-confirm.ts'

type ConfirmFormProps = { sell: Sell; quote: Quote; offer: Offer; money: Balance }

export function ConfirmForm({ sell, quote, offer, money }: ConfirmFormProps) {
  const t = useT()
  const person = usePerson().data
  const confirm = useConfirm(sell)
  const { payment, problem, code } = confirm
  const hasPassword = person?.is_pay_passwd ?? false
  const pause = usePause(money)
  const codeFirst = payment && !code.destFor(payment) ? t('withdraw.codeFirst') : undefined
  const missing = pause ?? (hasPassword ? codeFirst : t('sell.notSet'))
  return (
    <form className="ac-stack" noValidate onSubmit={event => void confirm.submit(event)}>
      <AccountPicker sell={sell} note={t('withdraw.to')} />
      <QuoteReceipt quote={quote} offer={offer} balance={money} first={t('withdraw.youWithdraw')} />
      <Hint tone="plain" icon="clock">
        {t('withdraw.approval')}
      </Hint>
      <Obstacles money={money} person={person} hasAccount={payment !== undefined} />
      {payment && hasPassword && !pause ? <IdentityFields confirm={confirm} payment={payment} /> : null}
      {problem ? (
        <Hint tone="bad" icon="alert" announce>
          {problem.isUnanswered ? (
            <>
              <b>{t('withdraw.checking')}.</b> {t('withdraw.checkingNote')}
            </>
          ) : (
            problem.text
          )}
        </Hint>
      ) : null}
      <OperatorNotices />
      <Dock>
        <Button block type="submit" busy={confirm.isRunning} disabledReason={missing ?? confirm.wait}>
          {t('withdraw.confirm')}
        </Button>
      </Dock>
    </form>
  )
}
