import type { UserPayway } from '@adcoin/contract'
import { appPaths } from '@adcoin/remote'
import { Controller, useErrorText, useFields } from '@adcoin/remote/forms'
import { failureText } from '@adcoin/remote/pages'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { CodeField, PasswordField, Sheet } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent } from 'react'
import type { PriceOffer, Quote } from '../price/quote.ts'
import { QuoteReceipt } from '../receipt/quote-receipt.tsx'
import { useT } from '../texts.ts'
import { ResendCode } from '../trading-password/resend-code.tsx'
import { useConfirm, type Confirmation } from './use-confirm.ts'

type ConfirmSheetProps = {
  account: UserPayway
  offer: PriceOffer
  quote: Quote
  payHours: number
  isOpen: boolean
  onClose: () => void
}

/**
 * Step two, over the form of step one: where to, at what cost, and is it you. A changed price closes it, so that the new
 * figures are seen before anything is sent; the reason then stays above the form.
 */
export function ConfirmSheet({ account, offer, quote, payHours, isOpen, onClose }: ConfirmSheetProps) {
  const t = useT()
  const confirm = useConfirm({ account, quote, onChanged: onClose })
  if (!isOpen) return <ProblemHint problem={confirm.problem} />
  return (
    <Sheet open title={t('withdraw.you')} note={t('withdraw.approval')} onClose={onClose}>
      <QuoteReceipt {...{ quote, offer, payHours, account }} />
      <ConfirmationForm confirm={confirm} />
    </Sheet>
  )
}

function ConfirmationForm({ confirm }: { confirm: Confirmation }) {
  const t = useT()
  const { form, code, hasMobile, isByPasskey } = confirm
  const field = useFields(form)
  useCodeOnOpening(confirm)
  return (
    <form className="ac-stack" noValidate onSubmit={event => void confirm.submit(event)}>
      <PasswordField
        label={t('withdraw.tradingPassword')}
        autoComplete="off"
        autoFocus
        action={
          <TextLink to={appPaths.resetTradingPassword({ findType: hasMobile ? 'mobile' : 'email' })}>
            {t('trading.forgot')}
          </TextLink>
        }
        {...field('pay_passwd', { required: t('trading.missing') })}
      />
      {isByPasskey ? <p className="ac-small ac-2">{t('withdraw.passkey.asks')}</p> : <CodeInput confirm={confirm} />}
      <ProblemHint problem={confirm.problem} />
      <Button
        block
        type="submit"
        busy={confirm.isRunning}
        disabledReason={isByPasskey || code.dest ? confirm.wait : t('withdraw.codeFirst')}
      >
        {t('withdraw.confirm')}
      </Button>
      <SwitchMethodButton confirm={confirm} />
    </form>
  )
}

/** The code that was sent for this payment; before that only the way to get one. */
function CodeInput({ confirm: { form, code, submit } }: { confirm: Confirmation }) {
  const t = useT()
  const errorText = useErrorText()
  const { dest } = code
  const resend = <ResendCode {...code} isFirst={!dest && !code.isForAnother} />
  // The fourth digit sends, unless the password is still empty.
  const submitIfComplete = () => (form.getValues('pay_passwd') === '' ? form.setFocus('pay_passwd') : void submit())
  return (
    <>
      {dest ? (
        <Controller
          control={form.control}
          name="verify_code"
          render={({ field: { name, value, onChange }, fieldState }) => (
            <CodeField
              label={t('withdraw.code')}
              help={t('withdraw.sentTo', { dest })}
              error={errorText(fieldState.error)}
              action={resend}
              {...{ name, value, onChange }}
              onComplete={submitIfComplete}
              autoFocus={form.getValues('pay_passwd') !== ''}
              small
            />
          )}
        />
      ) : (
        <p className="ac-field__top">
          <span className="ac-field__label">{t('withdraw.code')}</span>
          {resend}
        </p>
      )}
      {code.isForAnother && !code.isRunning ? (
        <Hint tone="warn" icon="info" announce>
          {t('withdraw.codeForAnother')}
        </Hint>
      ) : null}
      {code.failure ? (
        <Hint tone="bad" icon="alert" announce>
          {failureText(code.failure)}
        </Hint>
      ) : null}
    </>
  )
}

/** Sends the code when it is the way of confirming, once per payment, also after a reload or a detour. */
function useCodeOnOpening({ isByPasskey, code: { dest, left, send } }: Confirmation): void {
  const sendFirst = useEffectEvent(() => {
    if (!isByPasskey && !dest && left === 0) send()
  })
  useEffect(() => sendFirst(), [isByPasskey])
}

/** For a person with a passkey: a code where the device is not at hand, and back. */
function SwitchMethodButton({
  confirm: { canUsePasskey, isByPasskey, setWantsCode, isRunning },
}: {
  confirm: Confirmation
}) {
  const t = useT()
  if (!canUsePasskey) return null
  return (
    <Button kind="quiet" busy={isRunning} onClick={() => setWantsCode(isByPasskey)}>
      {t(isByPasskey ? 'withdraw.passkey.useCode' : 'withdraw.passkey.usePasskey')}
    </Button>
  )
}

/** Why the request was not placed, or that its outcome is unknown. */
function ProblemHint({ problem }: Pick<Confirmation, 'problem'>) {
  const t = useT()
  if (!problem) return null
  return (
    <Hint tone="bad" icon="alert" announce>
      {problem.isUnanswered ? (
        <>
          <b>{t('withdraw.checking')}.</b> {t('withdraw.checkingNote')}
        </>
      ) : (
        problem.text
      )}
    </Hint>
  )
}
