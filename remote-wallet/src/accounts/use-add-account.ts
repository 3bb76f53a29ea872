import { addPayway, balance, bankList, paywayCurrency, userPaywayList } from '@adcoin/contract'
import { refresh, useCall } from '@adcoin/http'
import { appPaths, useBack, useHost } from '@adcoin/remote'
import { useDraft, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { defineDraft, usePerson } from '@adcoin/remote/pages'
import * as v from 'valibot'
import { chooseForSale } from '../price/sale-draft.ts'
import { useT } from '../texts.ts'
import { findDigitCount, hasForm } from './account-checks.ts'
import {
  AccountTyped,
  createAccountSchema,
  choosePayWay,
  emptyAccount,
  type AccountForm,
  type WrongWords,
} from './account-form.ts'

const accountDraft = defineDraft({ owner: 'wallet', name: 'cardAdd', version: 1, schema: AccountTyped })

/** The form of a new account, with the pay ways and banks to choose from. */
export function useAddAccount() {
  const t = useT()
  const host = useHost()
  const goBack = useBack(appPaths.cards)
  const ways = useCall(paywayCurrency, {})
  const banks = useCall(bankList, {})
  const asksPassword = usePerson().data?.is_pay_passwd ?? false
  // Validates with the rules of the pay way that is chosen at that moment.
  const findWay = (values: Pick<AccountForm, 'kind' | 'payway_id'>) => choosePayWay(ways.data?.list ?? [], values)
  const form = useSchemaForm(
    v.lazy(values =>
      createAccountSchema({
        way: findWay(values as AccountForm).way,
        banks: banks.data?.list ?? [],
        asksPassword,
        words: createWrongWords(t),
      }),
    ),
    emptyAccount,
  )
  const dropDraft = useDraft(accountDraft, form)
  const chosen = findWay({ kind: form.watch('kind'), payway_id: form.watch('payway_id') })
  const save = useFormCall(addPayway, {
    doing: 'save',
    setError: form.setError,
    fields: {
      holder_name: 'holder_name',
      account: 'account',
      payway_invalid: 'account',
      payway_taken: 'account',
      bank_id: 'bank_id',
      pay_passwd: 'pay_passwd',
      pay_pwd_wrong: 'pay_passwd',
      pay_pwd_locked: 'pay_passwd',
    },
    waitAtButton: true,
    onSuccess: async ({ id }, _, isOpen) => {
      dropDraft()
      chooseForSale(id)
      await Promise.all([refresh(userPaywayList), refresh(balance)])
      host.showToast(t('add.saved'), 'good')
      if (isOpen) goBack()
    },
  })
  const submit = form.handleSubmit(async ({ bank_id, holder_name, account, fields, pay_passwd }) => {
    const { way } = findWay(form.getValues())
    if (!way) return
    await save.submit({
      payway_id: way.payway_id,
      holder_name,
      account,
      ...(bank_id && { bank_id }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(asksPassword && { pay_passwd }),
    })
  })
  return { form, submit, ways, banks, ...chosen, asksPassword, isRunning: save.isRunning, wait: save.wait }
}

/** The words for a wrong value: how many digits it has, or that one is wrong; a general key where letters are allowed. */
function createWrongWords(t: ReturnType<typeof useT>): WrongWords {
  return {
    wrong(field, text) {
      const count = findDigitCount(field)
      if (count === undefined) return 'payway_invalid'
      if (hasForm(text, field)) return t('add.wrongDigit', { digits: count })
      return t('add.digits', { label: field.label, digits: count })
    },
    otherBank: ({ name, code }) => t('add.otherBank', { bank: name, code }),
  }
}
