import { chmodSync, mkdirSync, statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { createSteadyClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/database.ts'
import { openEmbeddedFolder } from './database/embedded-folder.ts'
import type { Engine } from './database/engine.ts'
import { createSharedCache } from './database/shared-cache.ts'
import { migrate } from './database/migrate.ts'
import { createPostgresEngine } from './database/postgres-engine.ts'
import { createBucketStore } from './storage/bucket-store.ts'
import { createDiskStore } from './storage/file-store.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLimits } from './limits/limits.ts'
import { createLog } from './log.ts'
import { createMessages } from './messages/messages.ts'
import { createOidc } from './providers/oidc.ts'
import { createOperators } from './operators/operators.ts'
import { type Cost, createPasswords } from './passwords/passwords.ts'
import { createProviders } from './providers/providers.ts'
import { loadSecrets, openSecrets } from './secrets/secrets.ts'
import type { Register, Services } from './services.ts'
import { createPersonFinder } from './sessions/session.ts'
import { registerAbout } from './about/register-about.ts'
import { registerAccounts } from './accounts/register-accounts.ts'
import { registerBinding } from './binding/register-binding.ts'
import { registerFiles } from './files/register-files.ts'
import { createApplication } from './http/application.ts'
import { registerHealth } from './health/register-health.ts'
import { registerDocs } from './http/register-docs.ts'
import { registerHttp } from './http/register-http.ts'
import { registerLeaving } from './leaving/register-leaving.ts'
import { registerInbox } from './inbox/register-inbox.ts'
import { registerMessages } from './messages/register-messages.ts'
import { registerMetrics } from './metrics/register-metrics.ts'
import { registerOauth } from './oauth/register-oauth.ts'
import { registerOperatorCommands } from './operator-commands/register-operator-commands.ts'
import { registerPasskeys } from './passkeys/register-passkeys.ts'
import { registerPush } from './push/register-push.ts'
import { registerProfile } from './profile/register-profile.ts'
import { registerSeed } from './seed/register-seed.ts'
import { registerTasks } from './tasks/register-tasks.ts'
import { registerTeam } from './team/register-team.ts'
import { registerWallet } from './wallet/register-wallet.ts'

/** Everything that is served, in one list. A new module adds its line here. */
const modules: readonly Register[] = [
  registerDocs,
  registerHttp,
  registerAccounts,
  registerOauth,
  registerPasskeys,
  registerProfile,
  registerWallet,
  registerMessages,
  registerInbox,
  registerOperatorCommands,
  registerPush,
  registerSeed,
  registerTasks,
  registerBinding,
  registerTeam,
  registerFiles,
  registerLeaving,
  registerHealth,
  registerMetrics,
  registerAbout,
]

/**
 * Puts the service together on an engine: migrations, machinery, then every module. Nothing listens and no job runs
 * yet.
 */
export async function assemble(
  config: Config,
  { engine, log = createLog(config.logLevel), now = createSteadyClock(log), passwordCost }: Parts,
): Promise<{ app: FastifyInstance; services: Services; stop(): Promise<void> }> {
  await migrate(engine)
  const database = openDatabase(engine)
  const secrets = openSecrets(config.secrets ?? loadSecrets(config.dataDir))
  const sharedCache = createSharedCache(engine, log)
  const jobs = createJobs(database, now, log)
  const services: Services = {
    config,
    database,
    sharedCache,
    secrets,
    now,
    log,
    findPerson: createPersonFinder(database, now),
    jobs,
    files: config.filesStore
      ? createBucketStore(config.filesStore, config.dataDir, log)
      : createDiskStore(config.dataDir),
    limits: createLimits(database, secrets, now, log),
    messages: createMessages(jobs, now),
    passwords: createPasswords(secrets, passwordCost),
    operators: createOperators(sharedCache.forget),
    oidc: createOidc(log, sharedCache.forget),
    providers: createProviders(config, now),
  }
  const app = await createApp(services)
  return {
    app,
    services,
    async stop() {
      await Promise.allSettled([app.close(), jobs.stop()])
      await Promise.allSettled([...app.callsUnderWay, sharedCache.stop()])
      await database.close()
    },
  }
}

async function createApp(services: Services): Promise<FastifyInstance> {
  const app = createApplication(services)
  for (const register of modules) await register(app, services)
  return app
}

export type Parts = {
  readonly engine: Engine
  readonly now?: () => Date
  readonly log?: Services['log']
  /** Cheaper password hashes; for tests that are not about them. */
  readonly passwordCost?: Cost
}

/** The engine that the configuration names. */
export async function openEngine(config: Config, log: Services['log']): Promise<Engine> {
  makePrivate(config.dataDir)
  if (config.databaseUrl)
    return createPostgresEngine({
      url: config.databaseUrl,
      connections: config.databaseConnections,
      onLost: error => log.warn({ err: error }, 'a database connection was lost'),
    })
  return openEmbeddedFolder({ dataDir: config.dataDir, say: sentence => log.warn(sentence) })
}

/**
 * No other user of the machine reads codes and names from the files of the embedded database, whatever their own modes
 * are. A folder that is shared on purpose (`/tmp`: the sticky bit) is left as it is.
 */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(folder)
  if (uid === process.getuid?.() && (mode & 0o1000) === 0 && (mode & 0o077) !== 0) chmodSync(folder, 0o700)
}
