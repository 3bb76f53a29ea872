import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../store/store.ts'

const pollEveryMs = 400
/** Below what proxies call idle. */
const breathEveryMs = 15_000
const mostStreams = 50

/**
 * Notifies open pages by Server-Sent Events when the store has changed, by the page itself, the command line, or
 * another machine on the same store. Without listeners the store is not read.
 */
export function watchStore(open: () => Promise<Store>): {
  stream(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): void
  close(): void
} {
  const streams = new Set<ServerResponse>()
  let message: string | undefined
  let timer: NodeJS.Timeout | undefined

  async function checkStore(): Promise<void> {
    // A store that cannot be read is read again; the page shows its state itself.
    const mark = await open().then(markOf, () => message)
    if (mark !== message) for (const stream of streams) stream.write(`event: changed\ndata: ${mark}\n\n`)
    message = mark
    timer = streams.size > 0 ? setTimeout(() => void checkStore(), pollEveryMs) : undefined
    timer?.unref()
  }

  return {
    stream(request, response, headers) {
      if (streams.size >= mostStreams) return void response.writeHead(503, { ...headers, 'retry-after': '30' }).end()
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      // A new listener fetches everything first: only later changes are sent.
      response.write('retry: 1000\n\n')
      streams.add(response)
      const breath = setInterval(() => response.write(':\n\n'), breathEveryMs)
      request.once('close', () => {
        clearInterval(breath)
        streams.delete(response)
      })
      if (timer === undefined) {
        message = undefined
        timer = setTimeout(() => void checkStore(), 0)
      }
    },
    close() {
      clearTimeout(timer)
      for (const stream of streams) stream.end()
    },
  }
}

/** Changes whenever a generation goes live or a release comes into the store or goes. */
async function markOf(store: Store): Promise<string> {
  const apps = await store.list('releases')
  const ids = await Promise.all(apps.map(app => store.list(`releases/${app}`)))
  const stored = createHash('sha256')
    .update(JSON.stringify([apps, ids]))
    .digest('hex')
    .slice(0, 12)
  return `${await store.pointer()}-${stored}`
}
