import type { FastifyInstance } from 'fastify'
import { registerDevices } from './accounts/devices.ts'
import { registerLogin } from './accounts/login.ts'
import { registerRegistration } from './accounts/register.ts'
import { registerPasswordReset } from './accounts/reset-password.ts'
import { registerDocs } from './docs/register-docs.ts'
import { registerBinding } from './binding/register-binding.ts'
import { registerFiles } from './files/register-files.ts'
import { registerBalance } from './finance/balance.ts'
import { registerPaymentAccounts } from './finance/payment-accounts.ts'
import { registerPayways } from './finance/payways.ts'
import { registerWithdrawalOps } from './finance/register-withdrawal-ops.ts'
import { registerWithdrawalJobs } from './finance/register-withdrawal-jobs.ts'
import { registerTransactions } from './finance/transactions.ts'
import { registerWithdrawals } from './finance/withdraw.ts'
import { createApplication } from './http/application.ts'
import { registerHealth } from './http/health.ts'
import { registerPolicyReports } from './http/policy-reports.ts'
import { registerSweep } from './jobs/sweep.ts'
import { registerMessageJobs } from './messages/send-messages.ts'
import { registerOauth } from './oauth/login-oauth.ts'
import { registerOps } from './ops/register-ops.ts'
import { registerLaunch } from './profile/launch.ts'
import { registerPayPassword } from './profile/pay-password.ts'
import { registerSetting } from './profile/setting.ts'
import { registerSeed } from './seed/register-seed.ts'
import type { Services } from './services.ts'
import { registerTasks } from './tasks/register-tasks.ts'
import { registerTeam } from './team/register-team.ts'

/** A module of the service: its calls, jobs and operator commands. */
export type Register = (app: FastifyInstance, services: Services) => void | Promise<void>

/** Everything that is served, in one list. A new module adds its line here. */
const modules: readonly Register[] = [
  registerHealth,
  registerPolicyReports,
  registerRegistration,
  registerLogin,
  registerPasswordReset,
  registerDevices,
  registerOauth,
  registerSetting,
  registerLaunch,
  registerPayPassword,
  registerBalance,
  registerPayways,
  registerPaymentAccounts,
  registerTransactions,
  registerWithdrawals,
  registerWithdrawalJobs,
  registerWithdrawalOps,
  registerMessageJobs,
  registerSweep,
  registerOps,
  registerSeed,
  registerTasks,
  registerBinding,
  registerTeam,
  registerFiles,
  registerDocs,
]

export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = createApplication(services)
  for (const register of modules) await register(app, services)
  return app
}
