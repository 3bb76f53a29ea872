import { userPaywayList, type UserPayway } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Polls while an account is being checked. */
export function useAccounts() {
  return useCall(userPaywayList, {}, { undecided: data => data.list.some(account => account.status === 'checking') })
}

type NamedAccount = Pick<UserPayway, 'bank_name' | 'payway_name' | 'account_mask'>

/** `Nubank •••• 4821`: the bank where there is one, else the pay way. The number stays in one piece. */
export function formatAccountName(account: NamedAccount): string {
  return `${formatBank(account)} ${account.account_mask.replaceAll(' ', '\u00a0')}`
}

/** The mark in front of an account's row: `Banorte` → `BA`, `BBVA México` → `BM`, `玉山銀行` → `玉山`. */
export function createBankMark(account: Omit<NamedAccount, 'account_mask'>): { node: string } {
  const [first = '', second = ''] = formatBank(account).split(/[^\p{L}\p{M}\p{N}]+/u)
  const letters = second === '' ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1))
  return { node: letters.join('').toUpperCase() }
}

function formatBank({ bank_name, payway_name }: Omit<NamedAccount, 'account_mask'>): string {
  return bank_name ?? payway_name
}
