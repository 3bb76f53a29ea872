import { Agent, get } from 'node:http'

export type LoadResult = {
  readonly sent: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly firstFailure?: string
}

/**
 * Asks for the paths in turn at a steady rate until stopped. Everything but 200 and 304 counts as failed, as does an
 * answer that breaks off.
 *
 * @param perSecond  requests per second, open loop: a slow answer does not slow the next request
 */
export function startSteadyLoad(
  port: number,
  paths: () => readonly string[],
  perSecond: number,
): { stop(): Promise<LoadResult> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const took: number[] = []
  let sent = 0
  let failed = 0
  let firstFailure: string | undefined
  let open = 0
  const began = performance.now()

  const sendRequest = (path: string) => {
    const at = performance.now()
    open++
    const end = (problem?: string) => {
      open--
      took.push(performance.now() - at)
      if (problem === undefined) return
      failed++
      firstFailure ??= `${path}: ${problem}`
    }
    const request = get(
      { host: '127.0.0.1', port, path, agent, headers: { 'accept-encoding': 'br' }, timeout: 10_000 },
      response => {
        response.resume()
        response.once('end', () =>
          end(response.statusCode === 200 || response.statusCode === 304 ? undefined : String(response.statusCode)),
        )
        response.once('error', error => end(error.message))
      },
    )
    request.once('timeout', () => request.destroy(new Error('timeout')))
    request.once('error', error => end(error.message))
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    const list = paths()
    for (; sent < due; sent++) sendRequest(list[sent % list.length] ?? '/')
  }, 5)

  return {
    async stop() {
      clearInterval(timer)
      while (open > 0) await new Promise(done => setTimeout(done, 10))
      agent.destroy()
      took.sort((a, b) => a - b)
      const readPercentile = (share: number) =>
        Math.round((took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0) * 10) / 10
      return {
        sent,
        failed,
        p50Ms: readPercentile(0.5),
        p99Ms: readPercentile(0.99),
        ...(firstFailure === undefined ? {} : { firstFailure }),
      }
    },
  }
}
