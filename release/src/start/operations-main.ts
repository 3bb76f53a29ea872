import { resolve } from 'node:path'
import { keepJudging } from '../operations/judge-canaries.ts'
import { createServiceFinder } from '../operations/read-health.ts'
import { openReleaseContext } from '../operations/release-context.ts'
import { prepareOperationsPage } from './operations.ts'
import { readStartOptions } from './options.ts'
import { createMetricsServer, listJudgeGauges } from './serve-metrics.ts'
import { readVariable } from '../variables.ts'
import { CannotStart } from './cannot-start.ts'

const root = resolve(import.meta.dirname, '../../..')

/**
 * The operations page and the judge of canaries as a process of their own, for a deployment: it holds the operators'
 * key, and no other part does.
 * The page itself is built beforehand (`npm run build -w ops`). Its settings: `variables.ts`.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const { operations, dataFolder, publicUrl } = readStartOptions([], env, root)
  if (!operations) throw new CannotStart('OPERATIONS_PORT=off: there is nothing to start.')
  const service = createServiceFinder(dataFolder, env)
  const page = await prepareOperationsPage(root, { operations, dataFolder, publicUrl }, service)
  if (operations.secrets?.has('')) console.warn('OPERATIONS_SECRET proves no name: set OPERATIONS_SECRETS.')
  const ending = new AbortController()
  let judgedAt = Date.now()
  void keepJudging(
    () => openReleaseContext(dataFolder),
    service,
    line => console.log(line),
    ending.signal,
    undefined,
    () => (judgedAt = Date.now()),
  )
  const metricsPort = readVariable('METRICS_PORT', env)
  const metrics = metricsPort && createMetricsServer(async () => listJudgeGauges(judgedAt))
  if (metrics) metrics.listen(Number(metricsPort), operations.host)
  page.listen(operations.port, operations.host, () => console.log(`The operations page listens on ${operations.port}`))
  page.on('error', error => {
    console.error(`The operations page cannot listen: ${error.message}`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      ending.abort()
      page.close(() => process.exit(0))
      page.closeAllConnections()
    })
}

await main(process.env).catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
})
