import * as v from 'valibot'
import { PasswordAttempt } from '@adcoin/contract'
import { isValidField, normaliseAccount, type AccountKind, type PayWay, type PayWayField } from './account-checks.ts'
import { findBankOrigin, isOtherBank, type Bank } from './clabe-bank.ts'

const Filled = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'))

/** `fields`: the fields of the pay way besides `account`. */
export const AccountTyped = v.object({
  kind: v.string(),
  payway_id: v.string(),
  bank_id: v.string(),
  holder_name: v.string(),
  account: v.string(),
  fields: v.record(v.string(), v.string()),
})

export type AccountForm = v.InferOutput<typeof AccountTyped> & { pay_passwd: string }

export const emptyAccount: AccountForm = {
  kind: 'bank',
  payway_id: '',
  bank_id: '',
  holder_name: '',
  account: '',
  fields: {},
  pay_passwd: '',
}

/** The pay ways of the chosen kind, and the chosen one; default: the first. */
export function choosePayWay(
  ways: readonly PayWay[],
  { kind, payway_id }: Pick<AccountForm, 'kind' | 'payway_id'>,
): { kinds: readonly AccountKind[]; ofKind: readonly PayWay[]; way: PayWay | undefined } {
  const kinds = listKinds(ways)
  // A kind without a pay way is not offered.
  const wantedKind = toAccountKind(kind)
  const ofKind = ways.filter(way => way.kind === (kinds.includes(wantedKind) ? wantedKind : kinds[0]))
  return { kinds, ofKind, way: ofKind.find(way => way.payway_id === payway_id) ?? ofKind[0] }
}

function listKinds(ways: readonly PayWay[]): readonly AccountKind[] {
  return (['bank', 'payment'] as const).filter(kind => ways.some(way => way.kind === kind))
}

export function toAccountKind(text: string): AccountKind {
  return text === 'payment' ? 'payment' : 'bank'
}

type AccountRules = { way: PayWay | undefined; banks: readonly Bank[]; asksPassword: boolean; words: WrongWords }

/** The rules of a pay way, from the answer of the service; the output is normalised, its bank that of the number. */
export function createAccountSchema({ way, banks, asksPassword, words }: AccountRules) {
  return v.pipe(
    createFieldsSchema(way, asksPassword, words.wrong),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const origin = findBankOrigin(way, value.account, banks)
      if (origin.from === 'none') return { ...value, bank_id: undefined }
      if (origin.from === 'number') return { ...value, bank_id: origin.bank.bank_id }
      const bank = banks.find(({ bank_id }) => bank_id === value.bank_id)
      const refuse = (path: 'bank_id' | 'account', message: string) => {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: path, value: value[path] }] })
        return NEVER
      }
      if (!bank) return refuse('bank_id', 'required')
      return isOtherBank(bank, value.account) ? refuse('account', words.otherBank(bank)) : value
    }),
  )
}

function createFieldsSchema(way: PayWay | undefined, asksPassword: boolean, wrong: WrongWords['wrong']) {
  const own = way?.fields.find(field => field.key === 'account')
  const others = way?.fields.filter(field => field.key !== 'account') ?? []
  return v.object({
    kind: v.string(),
    payway_id: v.string(),
    bank_id: v.string(),
    holder_name: v.pipe(Filled, v.maxLength(100, 'too_long')),
    account: own ? createFieldSchema(own, wrong) : v.string(),
    fields: v.object(Object.fromEntries(others.map(field => [field.key, createFieldSchema(field, wrong)]))),
    pay_passwd: asksPassword ? PasswordAttempt : v.string(),
  })
}

export type WrongWords = {
  /** A value that breaks the rule of its field. */
  wrong: (field: PayWayField, text: string) => string
  /** A CLABE of another bank than the chosen one. */
  otherBank: (bank: Bank) => string
}

function createFieldSchema(field: PayWayField, wrong: WrongWords['wrong']) {
  return v.pipe(
    Filled,
    v.check(
      text => isValidField(text, field),
      ({ input }) => wrong(field, input),
    ),
    v.transform(text => normaliseAccount(text, field)),
  )
}
