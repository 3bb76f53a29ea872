import type { Register } from '../services.ts'
import { plantDemoTasks } from './plant-tasks.ts'
import { plantReference } from './plant-reference.ts'

/**
 * Plants what the service stands on, at every start; the demo tasks, prices and links only where demo data is wanted.
 */
export const registerSeed: Register = async (_app, services) => {
  const isDemo = services.config.demoData
  await services.database.transaction(async tx => {
    await plantReference(tx, isDemo)
    if (isDemo) await plantDemoTasks(tx)
  })
}
