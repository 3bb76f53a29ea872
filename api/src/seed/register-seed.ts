import type { Register } from '../services.ts'
import { plantDemoTasks } from './plant-tasks.ts'
import { plantReference } from './plant-reference.ts'

/** Inserts reference data at every start; demo tasks, prices and links only with demo data. */
export const registerSeed: Register = async (_app, services) => {
  const isDemo = services.config.demoData
  await services.database.transaction(async tx => {
    await plantReference(tx, isDemo)
    if (isDemo) await plantDemoTasks(tx)
  })
}
