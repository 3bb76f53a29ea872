import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type DatabaseRelay = {
  /** The same database, through this relay. */
  readonly url: string
  /** Ends all connections, and rejects new ones: to its service this looks like a killed server. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  /** Open connections stay open and carry nothing more; new ones work: a firewall that forgot them. */
  silence(): void
}

/** Starts a TCP relay to PostgreSQL that a test can interrupt, for one service alone. */
export async function startDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const [database, open] = [new URL(databaseUrl), new Set<Socket>()]
  const server = createServer(client => {
    const upstream = connect(Number(database.port || 5432), database.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined).on('close', () => (open.delete(from), to.destroy()))
      from.pipe(to)
    }
  })
  const listen = (port: number) => new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    async disconnect() {
      const closed = new Promise(done => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
    reconnect: () => listen(port),
    silence() {
      for (const socket of open) socket.unpipe().resume()
    },
  }
}
