import { Page as Home } from './home/home-page.tsx'
import { Page as TaskList } from './task-list/task-list-page.tsx'

/** The screens that the page shows before any code is there. The build draws each of them, in every language. */
export const fragments = { '/home': Home, '/taskList': TaskList }
