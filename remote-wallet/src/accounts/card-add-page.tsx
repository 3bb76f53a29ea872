import { appPaths, useBack } from '@adcoin/remote'
import { Form, useFields } from '@adcoin/remote/forms'
import { Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { List, PasswordField, Row, Segmented, SelectField, TextField } from '@adcoin/ui/pages'
import type { ComponentProps } from 'react'
import { useT } from '../texts.ts'
import { createExample, findDigitCount, type PayWayField } from './account-checks.ts'
import { toAccountKind } from './account-form.ts'
import { findBankOrigin, type Bank } from './clabe-bank.ts'
import { groupClabe, groupTypedClabe } from './clabe-groups.ts'
import { createBankMark } from './use-accounts.ts'
import { useAddAccount } from './use-add-account.ts'

export function Page() {
  const t = useT()
  const adding = useAddAccount()
  const { ways, banks } = adding
  return (
    <Screen>
      <NavBar title={t('titles.cardAdd')} close onBack={useBack(appPaths.cards)} />
      <Main>
        {ways.data && banks.data ? (
          <AccountFields adding={adding} banks={banks.data.list} />
        ) : ways.isError || banks.isError ? (
          <Failed onRetry={() => void Promise.all([ways.refetch(), banks.refetch()])} />
        ) : (
          <>
            <Skeleton shape="card" />
            <Skeleton lines={4} />
          </>
        )}
      </Main>
    </Screen>
  )
}

type Adding = ReturnType<typeof useAddAccount>
type Banks = readonly Bank[]

function AccountFields({ adding, banks }: { adding: Adding; banks: Banks }) {
  const t = useT()
  const { form, kinds, ofKind, way, asksPassword } = adding
  return (
    <Form {...adding} action={t('add.save')} wait={way ? adding.wait : t('add.noWays')}>
      {kinds.length > 1 ? (
        <Segmented
          label={t('add.kind')}
          value={toAccountKind(form.watch('kind'))}
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
          options={ofKind.map(payWay => ({ value: payWay.payway_id, label: payWay.name }))}
          {...form.register('payway_id')}
        />
      ) : null}
      {way ? <WayFields {...{ form, way, banks, asksPassword }} /> : null}
      <Hint tone="plain" icon="lock">
        {t('add.purpose')}
      </Hint>
    </Form>
  )
}

type WayFieldsProps = Pick<Adding, 'form' | 'asksPassword'> & { way: NonNullable<Adding['way']>; banks: Banks }

function WayFields({ form, way, banks, asksPassword }: WayFieldsProps) {
  const t = useT()
  const field = useFields(form)
  const origin = findBankOrigin(way, form.watch('account'), banks)
  return (
    <>
      <TextField
        label={t('add.holder')}
        help={t('add.holderHelp')}
        autoComplete="name"
        // Twice the longest name: the form refuses it with words, and the draft has room for it.
        maxLength={200}
        {...field('holder_name', { required: t('add.holderMissing') })}
      />
      {way.fields.map(request => (
        <NumberField
          key={`${way.payway_id} ${request.key}`}
          request={request}
          {...field(request.key === 'account' ? 'account' : `fields.${request.key}`, {
            required: t('add.valueMissing', { label: toMidSentence(request.label) }),
          })}
        />
      ))}
      {origin.from === 'number' ? (
        <List label={t('add.bankName')}>
          <Row
            icon={createBankMark({ bank_name: origin.bank.name, payway_name: way.name })}
            title={origin.bank.name}
            note={t('add.bankFound')}
          />
        </List>
      ) : null}
      {origin.from === 'choice' ? (
        <SelectField
          label={t('add.bankName')}
          placeholder={t('add.chooseBank')}
          options={banks.map(bank => ({ value: bank.bank_id, label: bank.name }))}
          {...field('bank_id', { required: t('add.chooseBank') })}
        />
      ) : null}
      {asksPassword ? (
        <PasswordField
          label={t('withdraw.tradingPassword')}
          autoComplete="off"
          {...field('pay_passwd', { required: t('trading.missing') })}
        />
      ) : null}
    </>
  )
}

/** `Account number` → `account number`; `CLABE`, `PayPal e-mail` and `UPI ID` stay as they are. */
function toMidSentence(label: string): string {
  return label.replace(/^\p{Lu}(?=\p{Ll}+(\s|$))/u, letter => letter.toLocaleLowerCase())
}

type NumberFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { request: PayWayField }

/** A value that the pay way needs. The error takes the place of the help: both name the same rule. */
function NumberField({ request, error, onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      label={request.label}
      help={error ? undefined : <FieldHelp field={request} />}
      inputMode={request.inputmode}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onChange={event => {
        if (request.check === 'clabe') groupTypedClabe(event.target)
        onChange?.(event)
      }}
      {...{ error, ...field }}
    />
  )
}

/** Where a number is found and how long it is, then an example that no person has. */
function FieldHelp({ field }: { field: PayWayField }) {
  const t = useT()
  const isClabe = field.check === 'clabe'
  const digits = isClabe ? findDigitCount(field) : undefined
  const example = createExample(field)
  return (
    <>
      {digits === undefined ? null : `${t('add.digitsInApp', { digits })} `}
      {t('add.example', { example: isClabe ? groupClabe(example).replaceAll(' ', '\u00a0') : example })}
    </>
  )
}
