import { boundAccounts, taskDetail, taskList, tasksEvents } from '@adcoin/contract'
import { bus, emitterFor } from '@adcoin/events'
import { refresh } from '@adcoin/http'
import type { RemoteScope } from '@adcoin/remote'

/** The only file on the bus. */
export const emit = emitterFor('tasks', tasksEvents)

const ofTasks = ['reward_paid', 'proof_rejected', 'appeal_accepted', 'appeal_rejected', 'task_stopped']
const ofAccounts = ['account_bound', 'account_refused']

export function start({ signal }: RemoteScope): void {
  bus.scope('tasks', signal).on('shell.inboxChanged', ({ kind }) => {
    if (ofTasks.includes(kind)) void Promise.all([refresh(taskList), refresh(taskDetail)])
    if (ofAccounts.includes(kind)) void Promise.all([refresh(boundAccounts), refresh(taskList)])
  })
}
