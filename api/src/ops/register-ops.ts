import { forOperators } from '../operators-http/for-operators.ts'
import type { Register } from '../services.ts'
import { settingCommands } from '../settings/setting-commands.ts'
import { demoPersonCommand } from './demo-person.ts'
import { peopleCommands } from './people-commands.ts'
import { recordCommands } from './record-commands.ts'
import { keepDumps, sweepRegularly, verifyNightly } from './regular-work.ts'
import { serveCommands } from './serve-commands.ts'

/** Maintenance: nightly work, and the commands of operators that belong to no area. */
export const registerOps: Register = (app, services) => {
  recordCommands(services)
  peopleCommands(services)
  demoPersonCommand(services)
  settingCommands(services)
  verifyNightly(services)
  keepDumps(services)
  sweepRegularly(services)
  forOperators(app, calls => serveCommands(calls, services))
}
