import type { bankList, ResponseOf } from '@adcoin/contract'
import { normaliseAccount, type PayWay } from './account-checks.ts'

export type Bank = ResponseOf<typeof bankList>['list'][number]

/** How the bank of an account is known: by its CLABE, by a choice, or not at all because the pay way needs none. */
export type BankOrigin =
  | { readonly from: 'number'; readonly bank: Bank }
  | { readonly from: 'choice' }
  /** The number is not typed far enough. */
  | { readonly from: 'numberToCome' }
  | { readonly from: 'none' }

/** The first three digits of a CLABE are its bank; only where the list has no such bank the person is asked for it. */
export function findBankOrigin(way: PayWay | undefined, account: string, banks: readonly Bank[]): BankOrigin {
  if (!way?.need_bank) return { from: 'none' }
  const field = way.fields.find(({ key, check }) => key === 'account' && check === 'clabe')
  if (!field || !banks.some(isClabeBank)) return { from: 'choice' }
  const code = normaliseAccount(account, field).slice(0, 3)
  if (!/^[0-9]{3}$/.test(code)) return { from: 'numberToCome' }
  const bank = banks.find(listed => listed.code === code)
  return bank ? { from: 'number', bank } : { from: 'choice' }
}

/** Whether a chosen bank is another than that of the CLABE. */
export function isOtherBank(bank: Bank, account: string): boolean {
  return isClabeBank(bank) && !account.startsWith(bank.code)
}

const isClabeBank = ({ code }: Bank): boolean => /^[0-9]{3}$/.test(code)
