import type { IncomingMessage } from 'node:http'

/** A body is slow after the first time, and refused after both. */
const [slowAfterMs, thenRefusedMs] = [1_000, 9_000]
/** Slow bodies at once from one address; a further one is refused when it becomes slow. */
const slowPerAddress = 256

/**
 * Reads bodies of at most `most` bytes whole, before a connection to the service is taken for their requests.
 *
 * @returns the body, undefined where the request has none, or the status of the refusal: 413 too large, 408 too slow
 */
export function bodyReader(most: number) {
  const slow = new Map<string, number>()

  function count(address: string, change: 1 | -1): number {
    const now = (slow.get(address) ?? 0) + change
    if (now > 0) slow.set(address, now)
    else slow.delete(address)
    return now
  }

  function read(request: IncomingMessage, address: string): Promise<Buffer | 408 | 413> {
    return new Promise(resolve => {
      const chunks: Buffer[] = []
      let [bytes, isSlow] = [0, false]
      const finish = (result: Buffer | 408 | 413) => {
        clearTimeout(timer)
        if (isSlow) count(address, -1)
        isSlow = false
        request.off('data', onData).off('end', onEnd).off('close', onClose)
        resolve(result)
      }
      const onClose = () => finish(408)
      const onEnd = () => finish(Buffer.concat(chunks))
      const onData = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > most) return finish(413)
        chunks.push(chunk)
      }
      let timer = setTimeout(() => {
        isSlow = true
        timer = setTimeout(finish, thenRefusedMs, 408)
        if (count(address, 1) > slowPerAddress) finish(408)
      }, slowAfterMs)
      request.on('data', onData).once('end', onEnd).once('close', onClose)
    })
  }

  return async (request: IncomingMessage, address: string): Promise<Buffer | undefined | 408 | 413> => {
    const length = request.headers['content-length']
    if (length === undefined && request.headers['transfer-encoding'] === undefined) return undefined
    return Number(length ?? 0) > most ? 413 : read(request, address)
  }
}
