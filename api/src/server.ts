import { formatVariablesHelp } from '@adcoin/contract'
import { readConfig, type Config } from './config.ts'
import { createLog } from './log.ts'
import { startAdminListener } from './operator-commands/admin-listener.ts'
import type { Services } from './services.ts'
import { assemble, openEngine } from './start.ts'
import { variables } from './variables.ts'

/** The process: environment in, one JSON line out when it listens, a clean end on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`The service reads these variables:\n${formatVariablesHelp(variables)}\n`)
    return
  }
  // Everything that it writes is its own user's.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const endTracing = config.tracing && (await import('./start-tracing.ts')).startTracing(config.tracing, log)
  const engine = await openEngine(config, log)
  const { app, services, stop } = await assemble(config, { engine, log })
  await app.listen({ host: config.host, port: config.port })
  await services.jobs.start()
  const admin = await startAdminListener(services)
  const identity = config.oidcDevelopment ? await developmentProvider(config, services) : null
  if (config.oidc) void services.oidc.use(config.oidc)

  let isStopping = false
  const end = (): void => {
    if (isStopping) return
    isStopping = true
    // The process ends before its supervisor loses patience, even if something hangs.
    setTimeout(() => process.exit(1), 13_000).unref()
    const parts = [admin.stop(), identity?.stop()]
    Promise.allSettled(parts)
      .then(stop)
      .then(() => endTracing?.())
      .then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'the service did not stop cleanly')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  const address = app.server.address()
  process.stdout.write(
    `${JSON.stringify({ ready: true, port: typeof address === 'object' && address ? address.port : config.port })}\n`,
  )
}

/** In development only, and only where the package is installed. */
async function developmentProvider(config: Config, services: Services): Promise<{ stop(): Promise<void> } | null> {
  try {
    const { startDevelopmentProvider } = await import('./oauth/development-provider.ts')
    const provider = await startDevelopmentProvider(config)
    await services.oidc.use(provider)
    return provider
  } catch (error) {
    services.log.warn({ err: error }, 'the development identity provider did not start: Google sign-in is unavailable')
    return null
  }
}

/** The message on the console: one sentence, no stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, path } = error as Error & { code?: string; port?: number; path?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `${path ?? 'The data folder'} cannot be written. Give this user the right to, or set DATA_DIR to another folder.`
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again; nothing was changed.'
  if (code === 'ECONNREFUSED' && process.env.DATABASE_URL)
    return 'PostgreSQL does not answer at DATABASE_URL. Start it, or correct the address.'
  return error.message
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
})
