import { agentQuery, agentState, teamEvents } from '@adcoin/contract'
import { bus, emitterFor } from '@adcoin/events'
import { refresh } from '@adcoin/http'
import type { RemoteScope } from '@adcoin/remote'

/** The only file on the bus. */
export const emit = emitterFor('team', teamEvents)

export function start({ signal }: RemoteScope): void {
  bus.scope('team', signal).on('shell.inboxChanged', ({ kind }) => {
    if (kind === 'friend_joined' || kind === 'share_income')
      void Promise.all([refresh(agentState), refresh(agentQuery)])
  })
}
