import {
  balance,
  statement,
  transactionList,
  userState,
  walletEvents,
  withdrawLog,
  type Balance,
} from '@adcoin/contract'
import { bus, emitterFor } from '@adcoin/events'
import { refresh } from '@adcoin/http'
import type { RemoteScope } from '@adcoin/remote'

/** The only file on the bus. */
export const emit = emitterFor('wallet', walletEvents)

/** Emits the newest balance of the service. */
export function emitBalance({ amount, hold, version }: Balance): void {
  emit('wallet.balanceChanged', { amount, hold, version })
}

export function start({ signal }: RemoteScope): void {
  const scope = bus.scope('wallet', signal)
  const refreshHistory = () => Promise.all([refresh(userState), refresh(transactionList), refresh(statement)])
  scope.on('tasks.rewardPaid', () => void Promise.all([refresh(balance), refreshHistory()]))
  // The shell has already updated the balance.
  scope.on('shell.inboxChanged', ({ amount }) => {
    if (amount !== null) void Promise.all([refresh(withdrawLog), refreshHistory()])
  })
}
