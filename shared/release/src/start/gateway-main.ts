import { resolve } from 'node:path'
import { productGateway } from './product-gateway.ts'

/**
 * The gateway as a process of its own, as docker-compose.yml runs it: it reads the store and the public keys, holds no
 * private one, and writes nothing.
 *
 *   DATA_DIR       the folder with `store` and `keys` (default .data)
 *   SERVICE        host:port of the service (default 127.0.0.1:8081)
 *   PORT, HOST     where it listens (default 8080, all interfaces)
 *   PUBLIC_URL     where people reach the product; https adds HSTS
 *   SERVICE_PATHS  further prefixes for the service, with commas: /docs/
 *   OFFLINE_PAGE   off: browsers take away the offline page and its worker at their next load
 */
function main(env: NodeJS.ProcessEnv): void {
  const data = resolve(env.DATA_DIR ?? '.data')
  const [host = '127.0.0.1', port = '8081'] = (env.SERVICE ?? '').split(':').filter(part => part !== '')
  const servicePaths = (env.SERVICE_PATHS ?? '').split(',').filter(path => /^\/[\w-]+\/$/.test(path))
  const gateway = productGateway(data, {
    service: () => ({ host, port: Number(port) }),
    servicePaths: () => servicePaths,
    publicUrl: env.PUBLIC_URL ?? '',
    offlinePage: env.OFFLINE_PAGE !== 'off',
  })
  gateway.listen(Number(env.PORT ?? 8080), env.HOST, () =>
    console.log(`The gateway listens on port ${env.PORT ?? 8080}`),
  )
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

main(process.env)
