import { defineEvent, walletEvents } from '@adcoin/contract'
import * as v from 'valibot'
import { bus, emitterFor, useEvent, type Emitter } from './index.ts'

/** Never run: `tsc` proves that each marked line does not compile, and that the others do. */
export function checkEventTypes(): void {
  const emit: Emitter<'wallet'> = emitterFor('wallet')
  emit('wallet.balanceChanged', { amount: '100', hold: '0', version: 1 })
  emit('wallet.tradingPasswordChanged', {})
  emitterFor('tasks')('tasks.rewardPaid', { assignmentId: 'a', reward: { amount: '1', currency: 'ADC', scale: 2 } })

  // @ts-expect-error  another owner's event
  emit('tasks.taskChanged', { assignmentId: 'a', execStatus: 1, reviewStatus: 1 })
  // @ts-expect-error  no such event
  emit('wallet.exploded', {})
  // @ts-expect-error  no such owner
  emitterFor('remote-wallet')
  // @ts-expect-error  a field is missing
  emit('wallet.balanceChanged', { amount: '100', hold: '0' })
  // @ts-expect-error  a field of the wrong type: money is never a number
  emit('wallet.balanceChanged', { amount: 100, hold: '0', version: 1 })
  // @ts-expect-error  a field that the event does not have
  emit('wallet.withdrawalChanged', { withdrawalId: 'w', status: 'paid', token: 'x' })
  // @ts-expect-error  a reason that is none
  emitterFor('shell')('shell.sessionEnded', { reason: 'boredom' })

  // A remote of which the contract has never heard owns what it brings.
  const clapped = {
    'fixture.clapped': defineEvent({
      version: 1,
      replay: 'none',
      meaning: 'A person clapped.',
      payload: v.object({ times: v.number() }),
    }),
  }
  emitterFor('fixture', clapped)('fixture.clapped', { times: 2 })
  emitterFor('wallet', walletEvents)('wallet.balanceChanged', { amount: '100', hold: '0', version: 1 })
  // @ts-expect-error  a field of the wrong type
  emitterFor('fixture', clapped)('fixture.clapped', { times: 'twice' })
  // @ts-expect-error  not among the events that it brought
  emitterFor('fixture', clapped)('wallet.balanceChanged', { amount: '100', hold: '0', version: 1 })
  // @ts-expect-error  another owner's definitions
  emitterFor('fixture', walletEvents)
  // @ts-expect-error  an owner in the catalogue does not own what another one brings
  emitterFor('tasks', { ...clapped })
  // @ts-expect-error  an owner outside the catalogue passes its definitions
  emitterFor('fixture')

  bus.on('shell.sessionStarted', ({ loginType }) => loginType satisfies 'mobile' | 'email')
  bus.stream('wallet.balanceChanged').subscribe(({ version }) => version satisfies number)
  useEvent('team.inviterBound', ({ inviterId }) => inviterId satisfies string)
  // @ts-expect-error  no such event
  bus.on('shell.exploded', () => {})
  // @ts-expect-error  the payload has no token
  bus.on('shell.sessionStarted', ({ token }) => token)
  // @ts-expect-error  a stream is to listen, not to speak
  bus.stream('wallet.balanceChanged').next({ amount: '1', hold: '0', version: 1 })
  // @ts-expect-error  the bus cannot be completed
  bus.complete()
  // @ts-expect-error  only the shell's package function forgets
  bus.forgetLast()
}
