import type { UserPayway } from '@adcoin/contract'
import { formatCash, formatCoin, formatDuration } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Controller, useErrorText, useFields } from '@adcoin/remote/forms'
import { failureText } from '@adcoin/remote/pages'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { AmountText, CodeField, PasswordField, Sheet } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent } from 'react'
import { formatAccountName } from '../accounts/use-accounts.ts'
import type { PriceOffer, Quote } from '../price/quote.ts'
import { useT } from '../texts.ts'
import type { Confirmation } from './use-confirm.ts'

type ConfirmSheetProps = {
  account: UserPayway
  offer: PriceOffer
  quote: Quote
  confirm: Confirmation
  open: boolean
  onClose: () => void
}

export function ConfirmSheet({ account, offer, quote, confirm, open, onClose }: ConfirmSheetProps) {
  const t = useT()
  const coin = formatCoin(quote.amount)
  const cash = formatCash({ amount: quote.payout, currency: offer.currency, scale: offer.scale })
  const line = t('withdraw.line', { coin, account: formatAccountName(account), cash })
  return (
    <Sheet
      open={open}
      title={t('withdraw.you')}
      note={<AmountText text={line} amounts={[coin, cash]} />}
      onClose={onClose}
    >
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
      <PasswordField label={t('withdraw.tradingPassword')} autoComplete="off" {...field('pay_passwd')} />
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
      {isByPasskey ? null : <ResendCode code={code} />}
      <SwitchMethodButton confirm={confirm} />
      <TextLink to={appPaths.resetTradingPassword({ findType: hasMobile ? 'mobile' : 'email' })}>
        {t('withdraw.forgot')}
      </TextLink>
    </form>
  )
}

function CodeInput({ confirm: { form, code, submit } }: { confirm: Confirmation }) {
  const t = useT()
  const errorText = useErrorText()
  const { dest } = code
  if (!dest) return null
  // The fourth digit sends, unless the password is still empty.
  const submitIfComplete = () => (form.getValues('pay_passwd') === '' ? form.setFocus('pay_passwd') : void submit())
  return (
    <Controller
      control={form.control}
      name="verify_code"
      render={({ field: { name, value, onChange }, fieldState }) => (
        <CodeField
          label={t('withdraw.code')}
          help={t('withdraw.sentTo', { dest })}
          error={errorText(fieldState.error)}
          {...{ name, value, onChange }}
          onComplete={submitIfComplete}
          autoFocus={form.getValues('pay_passwd') === ''}
          small
        />
      )}
    />
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

function ResendCode({ code }: Pick<Confirmation, 'code'>) {
  const t = useT()
  return (
    <>
      {code.isForAnother && !code.isRunning ? (
        <Hint tone="warn" icon="info" announce>
          {t('withdraw.codeForAnother')}
        </Hint>
      ) : null}
      <Button
        kind="quiet"
        busy={code.isRunning}
        disabledReason={code.left > 0 ? t('withdraw.newCodeIn', { time: formatDuration(code.left) }) : undefined}
        onClick={code.send}
      >
        {t('withdraw.newCode')}
      </Button>
      {code.failure ? (
        <Hint tone="bad" icon="alert" announce>
          {failureText(code.failure)}
        </Hint>
      ) : null}
    </>
  )
}

/** Why the request was not placed, or that its outcome is unknown. */
export function ProblemHint({ problem }: Pick<Confirmation, 'problem'>) {
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
