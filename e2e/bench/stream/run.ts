import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createGateway, memoryStore } from '@adcoin/release'
import { percentile } from '../api/probe.ts'
import { decide, type BenchOperators } from './decide.ts'
import { openStreams, type StreamingPerson } from './streams.ts'
import { ended, firstLine } from '../measured-service.ts'
import { numberAfter } from '../number-after.ts'

const root = resolve(import.meta.dirname, '../../..')
const perSecond = 10

/**
 * npm run bench -- stream [--streams N] [--decisions N]: that many people (1,000) with an open stream each, through the
 * gateway; some (200) request a withdrawal, an operator rejects it, and the time from the operator's command to the
 * message in the person's browser is measured. No message may be lost, repeated or sent to another person. On
 * PostgreSQL if TEST_DATABASE_URL names an empty database, else embedded.
 */
export async function run(words: readonly string[]): Promise<void> {
  const [count, decisions] = [numberAfter(words, '--streams', 1_000), numberAfter(words, '--decisions', 200)]
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-bench-'))
  const child = spawn(process.execPath, ['api/src/testing/measured/main.ts', String(count), 'cheap'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: process.env.TEST_DATABASE_URL ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { engine, service, people } = await firstLine<Ready>(child)
    const operators = JSON.parse(readFileSync(join(dataDir, 'admin.json'), 'utf8')) as BenchOperators
    const gateway = await gatewayTo(new URL(service))
    const before = memoryOf(child)
    const streams = await openStreams(gateway.url, people)
    console.log(`${engine}, ${count} open streams through the gateway, ${decisions} decisions at ${perSecond}/s`)
    console.log(
      `  memory of the service: ${before} MB before, ${memoryOf(child)} MB with the streams ` +
        `(${(((memoryOf(child) - before) * 1000) / count).toFixed(0)} KB a stream)`,
    )
    const delays = await decide({
      gateway: gateway.url,
      operators,
      people: people.slice(0, decisions),
      perSecond,
      streams,
    })
    const extra = streams.received() - delays.filter(ms => ms !== undefined).length
    const ms = delays.filter(each => each !== undefined)
    console.log(
      `  from the operator's command to the person: median ${percentile(ms, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(ms, 0.99).toFixed(0)} ms, slowest ${Math.max(...ms).toFixed(0)} ms (goal 1000)`,
    )
    console.log(
      `  lost: ${delays.length - ms.length}, twice or to somebody else: ${extra}, streams cut: ${streams.cut()}`,
    )
    if (ms.length < delays.length || extra > 0 || percentile(ms, 0.99) > 1_000) process.exitCode = 1
    streams.close()
    await gateway.close()
  } finally {
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function gatewayTo({ hostname, port }: URL) {
  const server = createGateway({
    store: memoryStore(),
    ring: async () => {
      throw new Error('no page is asked for here')
    },
    service: () => ({ host: hostname, port: Number(port) }),
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () => new Promise(done => (server.close(done), server.closeAllConnections())),
  }
}

/** Resident, in MB, as the system counts it. */
function memoryOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

type Ready = { engine: string; service: string; people: StreamingPerson[] }
