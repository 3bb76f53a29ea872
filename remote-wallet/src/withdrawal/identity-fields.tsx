import { formatDuration } from '@adcoin/i18n/formats'
import { appPaths } from '@adcoin/remote'
import { failureText } from '@adcoin/remote/pages'
import { Controller, useErrorText } from '@adcoin/remote/forms'
import { Button, Hint, TextLink } from '@adcoin/ui'
import { CodeField, PasswordField, Section } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import type { Payment } from './attempt.ts'
import type { Confirming } from './use-confirm.ts'

/** Trading password, and the code that goes to the registered phone or e-mail. */
export function IdentityFields({
  confirm: { form, code, hasMobile },
  payment,
}: {
  confirm: Confirming
  payment: Payment
}) {
  const t = useT()
  const errorText = useErrorText()
  const { errors } = form.formState
  const dest = code.destFor(payment)
  return (
    <Section title={t('withdraw.you')}>
      <PasswordField
        label={t('withdraw.tradingPassword')}
        error={errorText(errors.pay_passwd)}
        autoComplete="off"
        {...form.register('pay_passwd')}
      />
      <TextLink to={appPaths.resetTradingPassword({ findType: hasMobile ? 'mobile' : 'email' })}>
        {t('withdraw.forgot')}
      </TextLink>
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
              small
            />
          )}
        />
      ) : code.isForAnother(payment) ? (
        <Hint tone="warn" icon="info" announce>
          {t('withdraw.codeForAnother')}
        </Hint>
      ) : null}
      <Button
        kind="secondary"
        busy={code.isRunning}
        disabledReason={code.left > 0 ? t('withdraw.newCodeIn', { time: formatDuration(code.left) }) : undefined}
        onClick={() => code.ask(payment)}
      >
        {dest ? t('withdraw.newCode') : t('withdraw.sendCode')}
      </Button>
      {code.failure ? (
        <Hint tone="bad" icon="alert" announce>
          {failureText(code.failure)}
        </Hint>
      ) : null}
    </Section>
  )
}
