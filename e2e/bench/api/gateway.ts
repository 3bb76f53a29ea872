import { createServiceProxy } from '@adcoin/release'

/** gateway.ts <address of the service>: our gateway before it, in a process of its own. Prints its address. */
const { hostname: host, port } = new URL(process.argv[2] ?? '')
const gateway = createServiceProxy(() => [{ host, port: Number(port) }], {})
console.log(JSON.stringify(await gateway.listen({ host: '127.0.0.1', port: 0 })))
process.once('SIGTERM', () => process.exit(0))
