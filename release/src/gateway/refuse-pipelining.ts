import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * One request at a time on a connection, as browsers and proxies do it. Answers of pipelined requests that the client
 * does not read would wait in memory, and hold what makes them.
 *
 * @returns a function that ends the connection of a pipelined request and answers true
 */
export function createPipeliningRefusal(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const busy = new WeakSet<Socket>()
  return ({ socket }, response) => {
    if (busy.has(socket)) {
      socket.destroy()
      return true
    }
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
    return false
  }
}
