import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createOperationsPage } from '../operations-server/operations-page.ts'
import { createServiceFinder, type FindService } from '../operations/read-health.ts'
import { openReleaseContext } from '../operations/release-context.ts'
import { hasCode } from '../store/durable.ts'
import { buildIfChanged } from '../releases/build-apps.ts'
import type { StartOptions } from './options.ts'
import type { WriteLine } from './cannot-start.ts'

/** The workspace of the operations page. It is built like an app, but it is no release. */
const workspace = 'ops'
type EnabledOperations = { readonly operations: NonNullable<StartOptions['operations']> }

/** The operations page of a data folder, not listening yet. */
export async function prepareOperationsPage(
  root: string,
  { operations, dataFolder, publicUrl }: Pick<StartOptions, 'dataFolder' | 'publicUrl'> & EnabledOperations,
  service: FindService,
): Promise<Server> {
  const open = () => openReleaseContext(dataFolder)
  const folder = join(root, workspace, 'dist/release')
  const { by: owner } = await open()
  return createOperationsPage({ ...operations, open, folder, owner, productUrl: publicUrl, service })
}

/**
 * Builds the operations page if its sources changed, and opens it. A failure is reported; the product runs without it.
 *
 * @returns closes it
 */
export async function openOperations(
  root: string,
  { operations, dataFolder, publicUrl }: StartOptions,
  say: WriteLine,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  if (!operations) return async () => undefined
  try {
    await buildIfChanged(root, workspace, say, { signal })
    const page = await prepareOperationsPage(
      root,
      { operations, dataFolder, publicUrl },
      createServiceFinder(dataFolder, {}),
    )
    page.listen(operations.port, operations.host)
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    say(`Operations: ${operations.url ?? `http://localhost:${port}`}`)
    return async () => {
      page.closeAllConnections()
      await new Promise<void>(closed => page.close(() => closed()))
    }
  } catch (error) {
    if (!signal.aborted) say(`The operations page did not start: ${describeListenFailure(error, operations.port)}`)
    return async () => undefined
  }
}

function describeListenFailure(error: unknown, port: number): string {
  if (hasCode(error, 'EADDRINUSE'))
    return `port ${port} is used by another program. Choose another port: OPERATIONS_PORT=${port + 10} npm start`
  return error instanceof Error ? error.message : String(error)
}
