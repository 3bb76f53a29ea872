import { messageTasks } from './messages.ts'
import { postTasks } from './posts.ts'
import { profileTasks } from './profiles.ts'
import type { TaskRow } from './task-row.ts'

/** The demo tasks of every day, one of each kind, best paid first. */
export const demoTasks: readonly TaskRow[] = [...postTasks, ...profileTasks, ...messageTasks]
