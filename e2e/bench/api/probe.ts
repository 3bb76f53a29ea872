import { Agent, get } from 'node:http'

/**
 * Asks `perSecond` times a second, whatever the answers take, and answers every latency in milliseconds, counted from
 * when the question was due: a service that stalls is charged for those who had to wait as well. A refusal is endless.
 */
export async function probe(
  url: string,
  headers: Readonly<Record<string, string>>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const begin = performance.now()
  const pending: Promise<number>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = begin + (index * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise(done => setTimeout(done, early))
    pending.push(askOnce(url, headers, agent).then(isAnswered => (isAnswered ? performance.now() - due : Infinity)))
  }
  const latencies = await Promise.all(pending)
  agent.destroy()
  return latencies
}

function askOnce(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<boolean> {
  return new Promise(done => {
    get(url, { headers, agent }, response => {
      let body = ''
      response
        .setEncoding('utf8')
        .on('data', chunk => (body += String(chunk)))
        .on('end', () => done(body.startsWith('{"code":0')))
    }).on('error', () => done(false))
  })
}

export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
