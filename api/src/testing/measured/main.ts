import { monitorEventLoopDelay } from 'node:perf_hooks'
import Fastify from 'fastify'
import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { startAdminListener } from '../../operator-commands/admin-listener.ts'
import { assemble, openEngine } from '../../start.ts'
import { bareRoute } from './bare.ts'
import { peopleWhoMayWithdraw } from './people.ts'
import { fillTaskList } from './tasks.ts'

/**
 * main.ts <people> [cheap]: the service with people who may withdraw at once, and beside it an empty route and one with
 * nothing but two queries, for a load generator in another process; `cheap` for passwords that cost nothing to compare,
 * where they are not what is looked at. Operators' commands are taken as by the service. Prints one JSON line:
 * addresses, tokens and the bodies of one withdrawal each. Ends with SIGTERM.
 */
const count = Number(process.argv[2] ?? 100)
const config = readConfig({ ...process.env, NODE_ENV: 'test', OIDC_DEVELOPMENT: 'off', ADDRESS_LIMIT_FACTOR: '100000' })
const log = createLog('error')
const engine = await openEngine(config, log)
const { app, services, stop } = await assemble(config, {
  engine,
  log,
  ...(process.argv[3] === 'cheap' ? { passwordCost: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 } } : {}),
})
const empty = Fastify()
empty.get('/', async () => ({}))
await Promise.all([app.listen({ host: '127.0.0.1', port: 0 }), empty.listen({ host: '127.0.0.1', port: 0 })])
await services.jobs.start()
const admin = await startAdminListener(services)
const people = await peopleWhoMayWithdraw(services, count)
await fillTaskList(services.database, 200, services.now())
const bare = await bareRoute(config, engine)
await bare.app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(
  `${JSON.stringify({
    engine: engine.name,
    service: addressOf(app.server),
    empty: addressOf(empty.server),
    bare: addressOf(bare.app.server),
    people,
  })}\n`,
)
// A parent with a channel is answered the event loop's delay in milliseconds since it last asked.
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', () => {
  const { max } = delay
  process.send?.({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: max / 1e6 })
  delay.reset()
})
process.once(
  'SIGTERM',
  () =>
    void Promise.all([empty.close(), bare.stop(), admin.stop()])
      .then(stop)
      .then(() => process.exit(0)),
)

function addressOf(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
