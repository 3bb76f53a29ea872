import { teamEvents } from '@adcoin/contract'
import { emitterFor } from '@adcoin/events'

/** The only file on the bus: what the team area says. */
export const emit = emitterFor('team', teamEvents)
