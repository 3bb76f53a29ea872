import type { FastifyInstance } from 'fastify'
import { registerAbout } from './about/register-about.ts'
import { registerAccounts } from './accounts/register-accounts.ts'
import { registerBinding } from './binding/register-binding.ts'
import { registerDocs } from './docs/register-docs.ts'
import { registerFiles } from './files/register-files.ts'
import { createApplication } from './http/application.ts'
import { registerHealth } from './health/register-health.ts'
import { registerHttp } from './http/register-http.ts'
import { registerLeaving } from './leaving/register-leaving.ts'
import { registerInbox } from './inbox/register-inbox.ts'
import { registerMessages } from './messages/register-messages.ts'
import { registerMetrics } from './metrics/register-metrics.ts'
import { registerOauth } from './oauth/register-oauth.ts'
import { registerOps } from './ops/register-ops.ts'
import { registerPasskeys } from './passkeys/register-passkeys.ts'
import { registerProfile } from './profile/register-profile.ts'
import { registerSeed } from './seed/register-seed.ts'
import type { Register, Services } from './services.ts'
import { registerTasks } from './tasks/register-tasks.ts'
import { registerTeam } from './team/register-team.ts'
import { registerWallet } from './wallet/register-wallet.ts'

/** Everything that is served, in one list. A new module adds its line here. */
const modules: readonly Register[] = [
  registerHttp,
  registerAccounts,
  registerOauth,
  registerPasskeys,
  registerProfile,
  registerWallet,
  registerMessages,
  registerInbox,
  registerOps,
  registerSeed,
  registerTasks,
  registerBinding,
  registerTeam,
  registerFiles,
  registerLeaving,
  registerHealth,
  registerMetrics,
  registerAbout,
  registerDocs,
]

export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = createApplication(services)
  for (const register of modules) await register(app, services)
  return app
}
