import type { Register } from '../services.ts'
import { bindCommands } from './bind-commands.ts'
import { serveBoundAccounts } from './bound-accounts.ts'
import { serveBindAccount } from './bind-account.ts'
import { serveUnbindAccount } from './unbind-account.ts'
import { handleVerifyJob } from './verify-job.ts'
import { sandboxVerifier } from './sandbox-verifier.ts'

/** Social accounts: bound after a check of followers and age, by the sandbox or by an operator. */
export const registerBinding: Register = (app, services) => {
  serveBoundAccounts(app, services)
  serveBindAccount(app, services)
  serveUnbindAccount(app, services)
  if (services.config.sandboxReviewSeconds > 0) handleVerifyJob(services, sandboxVerifier)
  bindCommands(services)
}
