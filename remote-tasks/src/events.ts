import { tasksEvents } from '@adcoin/contract'
import { emitterFor } from '@adcoin/events'

/** The only file on the bus: what the tasks area says. */
export const emit = emitterFor('tasks', tasksEvents)
