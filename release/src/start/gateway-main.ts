import { resolve } from 'node:path'
import { createProductGateway } from './product-gateway.ts'
import { createMetricsServer, readGatewayGauges } from './serve-metrics.ts'
import { readVariable } from '../variables.ts'

/**
 * The gateway as a process of its own, as docker-compose.yml runs it: it reads the store and the public keys, holds no
 * private one, and has no state that matters, so n machines run n of them. Its settings: `variables.ts`.
 */
async function main(): Promise<void> {
  const services = list(readVariable('SERVICE') ?? '127.0.0.1:8081').map(address => {
    const [host = '', port = '8081'] = address.split(/:(?=[0-9]+$)/)
    return { host, port: Number(port) }
  })
  const gateway = createProductGateway(resolve(readVariable('DATA_DIR') ?? ''), {
    services: () => services,
    servicePaths: list(readVariable('SERVICE_PATHS') ?? '').filter(path => /^\/[\w-]+\/$/.test(path)),
    publicUrl: readVariable('PUBLIC_URL') ?? '',
    offlinePage: readVariable('OFFLINE_PAGE') !== 'off',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      setTimeout(() => process.exit(0), 5_000).unref()
      void gateway.close().then(() => process.exit(0))
    })
  }
  const port = Number(readVariable('PORT'))
  try {
    await gateway.listen({ port, host: readVariable('HOST') ?? '0.0.0.0' })
    console.log(`The gateway listens on port ${port}`)
    const metricsPort = readVariable('METRICS_PORT')
    if (metricsPort !== undefined)
      createMetricsServer(() => readGatewayGauges(gateway)).listen(Number(metricsPort), readVariable('HOST'))
  } catch (error) {
    console.error(`The gateway cannot listen: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

const list = (text: string) => text.split(',').filter(part => part !== '')

await main()
