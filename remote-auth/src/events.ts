import { authEvents, getSetting } from '@adcoin/contract'
import { bus, emitterFor } from '@adcoin/events'
import { refresh } from '@adcoin/http'
import type { RemoteScope } from '@adcoin/remote'

/** The only file on the bus. */
export const emit = emitterFor('auth', authEvents)

export function start({ signal }: RemoteScope): void {
  bus.scope('auth', signal).on('team.inviterBound', () => void refresh(getSetting))
}
