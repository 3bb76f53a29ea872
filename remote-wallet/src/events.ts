import { balance, transactionList, userState, walletEvents, withdrawLog, type Balance } from '@adcoin/contract'
import { bus, emitterFor } from '@adcoin/events'
import { refresh } from '@adcoin/http'
import type { RemoteScope } from '@adcoin/remote'

/** The only file on the bus: what the wallet says … */
export const emit = emitterFor('wallet', walletEvents)

/** Says the balance that the service told last. */
export function tellBalance({ amount, hold, version }: Balance): void {
  emit('wallet.balanceChanged', { amount, hold, version })
}

/** … and what it hears while it is mounted: a reward grows the balance. */
export function start({ signal }: RemoteScope): void {
  const scope = bus.scope('wallet', signal)
  scope.on('tasks.rewardPaid', () => void Promise.all([refresh(balance), refresh(userState), refresh(transactionList)]))
  // The shell has told the balance already.
  scope.on('shell.inboxChanged', ({ amount }) => {
    if (amount !== null) void Promise.all([refresh(withdrawLog), refresh(userState), refresh(transactionList)])
  })
}
