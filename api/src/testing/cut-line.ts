import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CutLine = {
  /** The same database, by way of this line. */
  readonly url: string
  /** Ends all connections, and rejects new ones: a killed server looks like this from here. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** The connections of now carry nothing more, and stay open; new ones are well: a firewall that forgot them. */
  silence(): void
}

/** A line to PostgreSQL that a test can cut, for one service alone. */
export async function cutLine(databaseUrl: string): Promise<CutLine> {
  const [far, open] = [new URL(databaseUrl), new Set<Socket>()]
  const server = createServer(near => {
    const beyond = connect(Number(far.port || 5432), far.hostname)
    for (const [one, other] of [
      [near, beyond],
      [beyond, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined).on('close', () => (open.delete(one), other.destroy()))
      one.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    async cut() {
      const closed = new Promise(done => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
    mend: () => listen(port),
    silence() {
      for (const socket of open) socket.unpipe().resume()
    },
  }
}
