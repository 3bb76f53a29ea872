import { resolve } from 'node:path'
import { productGateway } from './product-gateway.ts'
import { variable } from '../variables.ts'

/**
 * The gateway as a process of its own, as docker-compose.yml runs it: it reads the store and the public keys, holds no
 * private one, and writes nothing but the highest generation seen. Its settings: `variables.ts`.
 */
function main(): void {
  const data = resolve(variable('DATA_DIR') ?? '')
  const [host = '127.0.0.1', port = '8081'] = (variable('SERVICE') ?? '').split(':').filter(part => part !== '')
  const servicePaths = (variable('SERVICE_PATHS') ?? '').split(',').filter(path => /^\/[\w-]+\/$/.test(path))
  const gateway = productGateway(data, {
    service: () => ({ host, port: Number(port) }),
    servicePaths: () => servicePaths,
    publicUrl: variable('PUBLIC_URL') ?? '',
    offlinePage: variable('OFFLINE_PAGE') !== 'off',
  })
  const listenPort = Number(variable('PORT'))
  gateway.listen(listenPort, variable('HOST'), () => console.log(`The gateway listens on port ${listenPort}`))
  gateway.on('error', error => {
    console.error(`The gateway cannot listen: ${error.message}`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      gateway.close(() => process.exit(0))
      gateway.closeIdleConnections()
      setTimeout(() => process.exit(0), 5_000).unref()
    })
  }
}

main()
