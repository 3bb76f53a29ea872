import { useErrorText } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock, PasswordField, Segmented, SelectField, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { kindOf } from './account-form.ts'
import type { useAddAccount } from './use-add-account.ts'

type AccountFieldsProps = {
  adding: ReturnType<typeof useAddAccount>
  banks: readonly { bank_id: string; name: string }[]
}

/** The fields that the chosen pay way asks for. */
export function AccountFields({
  adding: { form, submit, kinds, ofKind, way, asksPassword, isRunning, wait },
  banks,
}: AccountFieldsProps) {
  const t = useT()
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      {kinds.length > 1 ? (
        <Segmented
          label={t('add.kind')}
          value={kindOf(form.watch('kind'))}
          options={kinds.map(kind => ({ value: kind, label: t(`add.${kind}`) }))}
          onChange={kind => form.setValue('kind', kind)}
        />
      ) : null}
      {way ? null : (
        <Hint tone="warn" icon="info">
          {t('add.noWays')}
        </Hint>
      )}
      {ofKind.length > 1 ? (
        <SelectField
          label={t('add.way')}
          placeholder={null}
          options={ofKind.map(one => ({ value: one.payway_id, label: one.name }))}
          {...form.register('payway_id')}
        />
      ) : null}
      {way ? <WayFields {...{ form, way, banks, asksPassword }} /> : null}
      <Hint tone="plain" icon="lock">
        {t('add.purpose')}
      </Hint>
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={way ? wait : t('add.noWays')}>
          {t('add.save')}
        </Button>
      </Dock>
    </form>
  )
}

type WayFieldsProps = Pick<AccountFieldsProps['adding'], 'form' | 'asksPassword'> & {
  way: NonNullable<AccountFieldsProps['adding']['way']>
  banks: AccountFieldsProps['banks']
}

/** Bank, holder, number, and what else this way asks for. */
function WayFields({ form, way, banks, asksPassword }: WayFieldsProps) {
  const t = useT()
  const errorText = useErrorText()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <>
      {way.need_bank ? (
        <SelectField
          label={t('add.bankName')}
          error={errorText(errors.bank_id)}
          placeholder={t('add.chooseBank')}
          options={banks.map(bank => ({ value: bank.bank_id, label: bank.name }))}
          {...register('bank_id')}
        />
      ) : null}
      <TextField
        label={t('add.holder')}
        help={t('add.holderHelp')}
        error={errorText(errors.holder_name)}
        autoComplete="name"
        {...register('holder_name')}
      />
      {way.fields.map(field => {
        const isOwn = field.key === 'account'
        return (
          <TextField
            key={`${way.payway_id} ${field.key}`}
            label={field.label}
            help={t('add.example', { example: field.example })}
            error={errorText(isOwn ? errors.account : errors.fields?.[field.key])}
            inputMode={field.inputmode}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...register(isOwn ? 'account' : `fields.${field.key}`)}
          />
        )
      })}
      {asksPassword ? (
        <PasswordField
          label={t('withdraw.tradingPassword')}
          error={errorText(errors.pay_passwd)}
          autoComplete="off"
          {...register('pay_passwd')}
        />
      ) : null}
    </>
  )
}
