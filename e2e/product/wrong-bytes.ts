import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The product as through a proxy that spoils files on their way, once each, and leaves their headers as they are. */
export type SpoilingProxy = {
  readonly url: string
  /** How often each of the files was asked for, by path. */
  readonly asked: ReadonlyMap<string, number>
  stop(): Promise<void>
}

/**
 * @param spoiled  files of which the first answer has one wrong byte: at its end, so that what is compressed can still
 *   be unpacked in most cases, and is refused in either
 */
export async function startSpoilingProxy(product: string, spoiled: RegExp): Promise<SpoilingProxy> {
  const asked = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const passed = request(product + url, { method, headers }, async answer => {
      const bytes = await buffer(answer)
      if (spoiled.test(url)) {
        const count = (asked.get(url) ?? 0) + 1
        asked.set(url, count)
        const last = bytes.length - 1
        if (count === 1 && last >= 0) bytes[last] = (bytes[last] ?? 0) ^ 1
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => stopped(server),
  }
}

function stopped(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(done => server.close(() => done()))
}
