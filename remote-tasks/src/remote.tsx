import { defineRemote } from '@adcoin/remote'
import { routes } from './routes.tsx'
import { texts } from './texts.ts'

export default defineRemote({ name: 'tasks', texts, routes, start: () => import('./events.ts') })
