import { WebSocketServer, type WebSocket } from 'ws'

/** Prints the line that Playwright waits for; it connects to the address in it. */
export function listenForPlaywright(onConnection: (client: WebSocket, path: string) => void): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 2 ** 28 }, () => {
    const { port } = server.address() as { port: number }
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
  server.on('connection', (client, { url = '' }) => onConnection(client, url))
}

/**
 * Calls `end` when the run is over, also where Playwright itself was killed, then kills what this relay has started:
 * Playwright starts a relay as the leader of a process group, and browsers may leave processes of their own.
 */
export function endWithRun(end: () => Promise<unknown>): () => void {
  const runner = process.ppid
  let isEnding = false
  const endOnce = async () => {
    if (isEnding) return
    isEnding = true
    await Promise.race([end().catch(() => undefined), new Promise(done => setTimeout(done, 5_000))])
    process.kill(-process.pid, 'SIGKILL')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void endOnce())
  setInterval(() => process.ppid !== runner && void endOnce(), 1_000)
  return () => void endOnce()
}

/**
 * Playwright types into a field by its `value`, which React replaces on each field: React would see no change. The
 * browser's own property sets it, as a key does.
 */
export function replaceTyping(message: string): string {
  const set = "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), 'value').set.call"
  return message
    .replace('inputElement.value += text', `${set}(inputElement, text)`)
    .replace('inputElement.value = value', `${set}(inputElement, value)`)
}
