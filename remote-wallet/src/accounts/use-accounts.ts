import { userPaywayList, type UserPayway } from '@adcoin/contract'
import { useCall } from '@adcoin/http'

/** Polls while an account is being checked. */
export function useAccounts() {
  return useCall(userPaywayList, {}, { undecided: data => data.list.some(account => account.status === 'checking') })
}

/** `Nubank ••4821`: the bank where there is one, else the pay way. */
export function formatAccountName(account: Pick<UserPayway, 'bank_name' | 'payway_name' | 'account_mask'>): string {
  return `${account.bank_name ?? account.payway_name} ${account.account_mask}`
}
