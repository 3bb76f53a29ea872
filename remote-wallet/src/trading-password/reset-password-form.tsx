import type { UserSetting } from '@adcoin/contract'
import { formatDuration } from '@adcoin/i18n/formats'
import { Controller, useErrorText } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { CodeField, Dock, Lead, PasswordField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { isFirstByCode } from './rules.ts'
import { useResetPassword, type FindType } from './use-reset-password.ts'

/**
 * A code to the registered phone or e-mail, then the new trading password. The first one of somebody without a login
 * password goes the same way, but replaces nothing and pauses nothing.
 *
 * Long because it is one form: a block for each field, in the order in which people fill them in.
 */
export function ResetPasswordForm({
  findType,
  person,
  destination,
}: {
  findType: FindType
  person: UserSetting
  destination: string
}) {
  const t = useT()
  const errorText = useErrorText()
  const isFirst = isFirstByCode(person)
  const { form, submit, dest, left, ask, isAsking, isRunning, wait } = useResetPassword(findType, isFirst)
  const { errors } = form.formState
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      <Lead
        level={2}
        title={t(isFirst ? 'trading.set' : 'trading.reset')}
        note={t(isFirst ? 'trading.firstNote' : 'trading.resetNote', { dest: dest ?? destination })}
      />
      <Button
        kind="secondary"
        busy={isAsking}
        disabledReason={left > 0 ? t('withdraw.newCodeIn', { time: formatDuration(left) }) : undefined}
        onClick={ask}
      >
        {dest ? t('withdraw.newCode') : t('withdraw.sendCode')}
      </Button>
      <Controller
        control={form.control}
        name="verify_code"
        render={({ field }) => (
          <CodeField
            label={t('withdraw.code')}
            error={errorText(errors.verify_code)}
            name={field.name}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <PasswordField
        label={t(isFirst ? 'trading.new' : 'trading.newOne')}
        help={t('trading.rule')}
        error={errorText(errors.pay_passwd)}
        autoComplete="new-password"
        {...form.register('pay_passwd')}
      />
      <PasswordField
        label={t('trading.confirm')}
        error={errorText(errors.confirm_pay_passwd)}
        autoComplete="new-password"
        {...form.register('confirm_pay_passwd')}
      />
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {t('trading.save')}
        </Button>
      </Dock>
    </form>
  )
}
