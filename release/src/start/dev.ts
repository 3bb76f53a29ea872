import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { serveSources } from '@adcoin/preset/from-sources'
import { readVariable } from '../variables.ts'
import { createServiceProxy, type ServiceAddress } from '../gateway/service-proxy.ts'
import { workerPath, buildWorkerScript } from '../gateway/worker.ts'
import { createCleanEnd } from './clean-end.ts'
import { takeDataFolder } from './data-folder.ts'
import { readStartOptions } from './options.ts'
import { startOwnService } from './own-service.ts'
import { CannotStart } from './cannot-start.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Beside that of `npm start`, which may run at the same time. */
const ownFolder = '.data/development'
const ownPort = '4100'

/**
 * npm run dev: shell and all remotes from the working tree at one address, with a service and a data folder of their
 * own; with `API_URL`, before a service that runs already.
 */
async function main([word]: readonly string[]): Promise<void> {
  const end = createCleanEnd()
  try {
    if (word !== undefined)
      throw new CannotStart(
        `npm run dev takes no arguments, not "${word}". For one remote: npm run dev -w remote-wallet`,
      )
    const { port, publicUrl, dataFolder } = readOwnOptions()
    const product = readVariable('API_URL')
    await requireFreePort(port)
    if (!product) end.undo(await takeDataFolder(dataFolder, publicUrl))
    const starting = product
      ? findService(product)
      : startOwnService({ dataFolder, publicUrl }, end).then(({ address }) => address)
    let service: () => ServiceAddress | undefined = () => undefined
    const proxy = createServiceProxy(() => [service()].filter(address => address !== undefined), {})
    await proxy.ready()
    end.undo(() => proxy.close())
    const [stop] = await Promise.all([
      serveSources({
        port,
        onListening: () => console.log(`Ad Coin from the working tree: ${publicUrl} (building; a page waits for it)`),
        answer: (request, response) => {
          if (request.url === workerPath) return sendEmptyWorker(response)
          // The address is printed before the service runs: early calls wait. If it fails, this program ends.
          void starting.then(() => proxy.routing(request, response)).catch(() => undefined)
        },
      }),
      starting.then(found => (service = found)),
    ])
    end.undo(stop)
    console.log(`Built: ${publicUrl}. Saved changes appear in the browser.`)
    if (!product)
      console.log(
        `Codes that it sends: DATA_DIR=${process.env.DATA_DIR ?? ownFolder} npm run ops -- outbox --to +525512345678`,
      )
  } catch (error) {
    if (end.isStopping()) return
    console.error(error instanceof Error ? error.message : String(error))
    await end.stop(1)
  }
}

/** The one that takes itself away: what is being written shall never come from a cache. */
function sendEmptyWorker(response: ServerResponse): void {
  response.setHeader('content-type', 'text/javascript; charset=utf-8')
  response.end(buildWorkerScript(false))
}

function readOwnOptions() {
  return readStartOptions([], { DATA_DIR: ownFolder, PORT: ownPort, ...process.env, OPERATIONS_PORT: 'off' }, root)
}

async function requireFreePort(port: number): Promise<void> {
  const probe = createServer().listen(port, 'localhost')
  try {
    await once(probe, 'listening')
  } catch {
    throw new CannotStart(
      `Port ${port} is used by another program. Stop it, or choose another port: PORT=${port + 10} npm run dev`,
    )
  }
  probe.close()
  await once(probe, 'close')
}

/** A service that runs already, or a whole product, whose gateway passes calls on. */
async function findService(given: string): Promise<() => ServiceAddress> {
  const url = URL.parse(given)
  if (url?.protocol !== 'http:')
    throw new CannotStart(`API_URL must be an http address, not "${given}": API_URL=http://localhost:8080 npm run dev`)
  const answers = await fetch(new URL('/app/launch', url), { signal: AbortSignal.timeout(3_000) }).catch(
    () => undefined,
  )
  if (answers === undefined || answers.status >= 500)
    throw new CannotStart(
      `No service answers at ${given}. Start it with npm start. Without API_URL npm run dev starts one.`,
    )
  return () => ({ host: url.hostname, port: Number(url.port || 80) })
}

await main(process.argv.slice(2))
