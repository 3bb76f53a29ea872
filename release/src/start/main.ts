import { formatVariablesHelp } from '@adcoin/contract'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { variables } from '../variables.ts'
import { keepJudging } from '../operations/judge-canaries.ts'
import { createServiceFinder } from '../operations/read-health.ts'
import { openReleaseContext, type ReleaseContext } from '../operations/release-context.ts'
import { Refused } from '../refusal.ts'
import { listApps } from '../releases/list-apps.ts'
import { createCleanEnd } from './clean-end.ts'
import { openOperations } from './operations.ts'
import { readStartOptions, type StartOptions } from './options.ts'
import { createProductGateway } from './product-gateway.ts'
import { takeDataFolder } from './data-folder.ts'
import { publishChanged } from './publish-changed.ts'
import { CannotStart } from './cannot-start.ts'
import { startOwnService } from './own-service.ts'
import type { Service } from './supervise-service.ts'

const root = resolve(import.meta.dirname, '../../..')

/** npm start, from taking the data folder to the lines with the addresses. */
async function main(): Promise<void> {
  const options = startOptions()
  const end = createCleanEnd()
  let isStarting = true
  try {
    end.undo(await takeDataFolder(options.dataFolder, options.publicUrl))
    let service: Service | undefined
    const gateway = createProductGateway(options.dataFolder, {
      services: () => [service?.address()].filter(address => address !== undefined),
      servicePaths: options.servicePaths,
      publicUrl: options.publicUrl,
      offlinePage: options.offlinePage,
      isStarting: () => isStarting,
    })
    await listen(gateway, options)
    end.undo(() => drain(gateway))

    console.log('Starting the service …')
    const starting = startOwnService(options, end).then(started => (service = started))
    // A failure of one ends the other; the first failure is reported.
    starting.catch(() => end.abort())
    const [, context] = await Promise.all([starting, publishAll(options, end.signal)])
    if (end.isStopping()) return
    isStarting = false
    console.log(`Ad Coin is running at ${options.publicUrl}`)
    end.undo(await runOperations(context, options, end.signal))
  } catch (error) {
    if (end.isStopping()) return
    console.error(describeFailure(error, options.dataFolder))
    await end.stop(1)
  }
}
const say = (line: string) => console.log(line)

/** Makes live what has changed. @returns the store that it went to, with its keys */
async function publishAll(options: StartOptions, signal: AbortSignal): Promise<ReleaseContext> {
  const opened = await openReleaseContext(options.dataFolder, ['ops', ...listApps(root)])
  const context = { ...opened, overrides: options.overrides }
  await publishChanged(root, options.dataFolder, context, say, signal)
  return context
}

/** Runs beside the product: the judge of canaries, and the operations page. @returns ends the page */
async function runOperations(
  context: ReleaseContext,
  options: StartOptions,
  signal: AbortSignal,
): Promise<() => Promise<unknown>> {
  const open = async () => ({
    ...(await openReleaseContext(options.dataFolder)),
    overrides: context.overrides ?? options.overrides,
  })
  void keepJudging(open, createServiceFinder(options.dataFolder, {}), say, signal)
  return openOperations(root, options, say, signal)
}

/** Message of a failed start. */
function describeFailure(error: unknown, dataFolder: string): string {
  if (error instanceof CannotStart) return error.message
  if (error instanceof Refused && error.refusals.some(({ rule }) => rule === 'release-schema'))
    return describeOldStore(dataFolder)
  if (error instanceof Refused) return `The present sources cannot go live:\n${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A store of an older version of these tools. It contains only releases, and they are built again. */
function describeOldStore(dataFolder: string): string {
  return [
    `The releases in ${dataFolder} were written by an older version of these tools, which this version cannot read.`,
    `Remove ${dataFolder}/store and ${dataFolder}/keys and start again: npm start creates both; accounts and money stay.`,
  ].join('\n')
}

function startOptions(): StartOptions {
  if (process.argv.includes('--help')) {
    console.log(`npm start\n\nEnvironment variables:\n${formatVariablesHelp(variables)}`)
    console.log('Variables of the service: node api/src/server.ts --help')
    process.exit(0)
  }
  try {
    return readStartOptions(process.argv.slice(2), process.env, root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

async function listen(gateway: FastifyInstance, { port, host }: StartOptions): Promise<void> {
  try {
    await gateway.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new CannotStart(
        `Port ${port} is used by another program. Stop it, or choose another port: PORT=${port + 10} npm start`,
      )
    if (code === 'EACCES')
      throw new CannotStart(`Port ${port} is forbidden for this user. Choose another port: PORT=8080 npm start`)
    throw error
  }
}

/** Lets running answers end, for at most 5 s; idle connections are closed at once. */
async function drain(gateway: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => gateway.server.closeAllConnections(), 5_000)
  await gateway.close()
  clearTimeout(timer)
}

await main()
