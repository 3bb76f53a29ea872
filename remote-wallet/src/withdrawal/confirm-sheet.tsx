import { formatCash, formatCoin, formatDuration } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { Controller, useErrorText } from '@adcoin/remote/forms'
import { failureText } from '@adcoin/remote/pages'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { CodeField, PasswordField, Sheet } from '@adcoin/ui/pages'
import { useEffect, useEffectEvent } from 'react'
import { accountName } from '../accounts/use-accounts.ts'
import type { Sell } from '../sell/use-sell.ts'
import { useT } from '../texts.ts'
import type { Payment } from './attempt.ts'
import { ProblemHint } from './problem-hint.tsx'
import type { Confirming } from './use-confirm.ts'

type ConfirmSheetProps = { sell: Sell; confirm: Confirming; payment: Payment; open: boolean; onClose: () => void }

/** Is it you: what goes where in one line, the trading password, the code, the button. */
export function ConfirmSheet({ sell: { account, offer, quote }, confirm, payment, open, onClose }: ConfirmSheetProps) {
  const t = useT()
  if (!account || !offer || !quote) return null
  return (
    <Sheet
      open={open}
      title={t('withdraw.you')}
      note={t('withdraw.line', {
        coin: formatCoin(quote.amount),
        account: accountName(account),
        cash: formatCash({ amount: quote.payout, currency: offer.currency, scale: offer.scale }),
      })}
      onClose={onClose}
    >
      <Identity confirm={confirm} payment={payment} />
    </Sheet>
  )
}

function Identity({ confirm, payment }: { confirm: Confirming; payment: Payment }) {
  const t = useT()
  const errorText = useErrorText()
  const { form, code, hasMobile } = confirm
  const { errors } = form.formState
  const dest = code.destFor(payment)
  useCodeOnOpening(code, payment)
  // The fourth digit sends, unless the password is still to be typed.
  const sendOn = () => (form.getValues('pay_passwd') === '' ? form.setFocus('pay_passwd') : void confirm.submit())
  return (
    <form className="ac-stack" noValidate onSubmit={event => void confirm.submit(event)}>
      <PasswordField
        label={t('withdraw.tradingPassword')}
        error={errorText(errors.pay_passwd)}
        autoComplete="off"
        {...form.register('pay_passwd')}
      />
      {dest ? (
        <Controller
          control={form.control}
          name="verify_code"
          render={({ field }) => (
            <CodeField
              label={t('withdraw.code')}
              help={t('withdraw.sentTo', { dest })}
              error={errorText(errors.verify_code)}
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              onComplete={sendOn}
              autoFocus={form.getValues('pay_passwd') === ''}
              small
            />
          )}
        />
      ) : null}
      <ProblemHint problem={confirm.problem} />
      <Button
        block
        type="submit"
        busy={confirm.isRunning}
        disabledReason={dest ? confirm.wait : t('withdraw.codeFirst')}
      >
        {t('withdraw.confirm')}
      </Button>
      <AnotherCode {...{ confirm, payment }} />
      <TextLink to={appPaths.resetTradingPassword({ findType: hasMobile ? 'mobile' : 'email' })}>
        {t('withdraw.forgot')}
      </TextLink>
    </form>
  )
}

/** Sent as the sheet opens, once for this payment; what was sent before a reload or a detour still counts. */
function useCodeOnOpening(code: Confirming['code'], payment: Payment): void {
  const send = useEffectEvent(() => {
    if (!code.destFor(payment) && code.left === 0) code.ask(payment)
  })
  useEffect(() => send(), [])
}

/** A new code by hand, with the wait until there may be one, and why none came. */
function AnotherCode({ confirm: { code }, payment }: Pick<ConfirmSheetProps, 'confirm' | 'payment'>) {
  const t = useT()
  return (
    <>
      {code.isForAnother(payment) && !code.isRunning ? (
        <Hint tone="warn" icon="info" announce>
          {t('withdraw.codeForAnother')}
        </Hint>
      ) : null}
      <Button
        kind="quiet"
        busy={code.isRunning}
        disabledReason={code.left > 0 ? t('withdraw.newCodeIn', { time: formatDuration(code.left) }) : undefined}
        onClick={() => code.ask(payment)}
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
