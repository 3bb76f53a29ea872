import type { Register } from '../services.ts'
import { serveAppealTask } from './appeal-task.ts'
import { pushExpiring } from './push-expiring.ts'
import { handleReviewJobs } from './review-job.ts'
import { serveReceiveTask } from './receive-task.ts'
import { stopExpiredTasks } from './stop-tasks.ts'
import { serveSubmitTask } from './submit-task.ts'
import { serveTaskDetail } from './task-detail.ts'
import { serveTaskList } from './task-list.ts'
import { addTaskCommands } from './task-commands.ts'

/** Claiming, doing and being paid for tasks. */
export const registerTasks: Register = (app, services) => {
  serveTaskList(app, services)
  serveReceiveTask(app, services)
  serveTaskDetail(app, services)
  serveSubmitTask(app, services)
  serveAppealTask(app, services)
  handleReviewJobs(services)
  stopExpiredTasks(services)
  pushExpiring(services)
  addTaskCommands(services)
}
