import type { Register } from '../services.ts'
import { bindCommands } from './bind-commands.ts'
import { serveBoundAccounts } from './bound-accounts.ts'
import { serveBindAccount } from './bind-account.ts'
import { serveUnbindAccount } from './unbind-account.ts'
import { handleVerification } from './verify-job.ts'

/** Social accounts: bound after a check of followers and age, by a provider, the sandbox or an operator. */
export const registerBinding: Register = (app, services) => {
  serveBoundAccounts(app, services)
  serveBindAccount(app, services)
  serveUnbindAccount(app, services)
  handleVerification(app, services)
  bindCommands(services)
}
