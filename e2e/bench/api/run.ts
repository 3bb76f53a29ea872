import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import autocannon, { type Result } from 'autocannon'
import { readProcessorTime, formatProcessorTime, runLedgerCheck } from './processor-time.ts'
import { measureAttacks } from './attacks.ts'
import { measureKilled } from './killed/run.ts'
import { connections, formatLine, measureReads } from './reads.ts'
import { endService, readFirstLine } from '../measured-service.ts'
import { readNumberAfter } from '../read-number-after.ts'

const root = resolve(import.meta.dirname, '../../..')

type Ready = {
  engine: string
  service: string
  empty: string
  bare: string
  people: { token: string; key: string; withdrawal: object }[]
}

/**
 * npm run bench -- api [--seconds N] [--withdrawals N] [--rounds N] [--floods N] [--cheap] [--postgres]
 *
 * Requests per second and latency of an empty Fastify route, of bare Fastify with two prepared queries, of shared data,
 * of a person's own reads, and of withdrawals, on the embedded database and (if DATABASE_URL names a server) on
 * PostgreSQL; then the balance call and the event loop's delay, alone and beneath each attack of `attacks.ts`.
 * `--postgres`: that one alone. `--cheap`: password hashes that cost nothing, to see the rest of a
 * withdrawal. Everything in one run on one machine: compare within it. `--killed`, `--rolling` and `--stopped` end or
 * freeze parts of a deployment instead: `killed/run.ts`.
 */
export async function runBench(words: readonly string[]): Promise<void> {
  if (['--killed', '--rolling', '--stopped'].some(each => words.includes(each))) return measureKilled(words)
  const sizes = {
    seconds: readNumberAfter(words, '--seconds', 3),
    withdrawals: readNumberAfter(words, '--withdrawals', 200),
    rounds: readNumberAfter(words, '--rounds', 3),
    floods: readNumberAfter(words, '--floods', 5),
    isCheap: words.includes('--cheap'),
  }
  const server = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  for (const databaseUrl of server ? (words.includes('--postgres') ? [server] : ['', server]) : [''])
    await measure(databaseUrl, sizes)
  if (!server) console.log('PostgreSQL was not measured: set TEST_DATABASE_URL to an empty database')
}

type Sizes = { seconds: number; withdrawals: number; rounds: number; floods: number; isCheap: boolean }

async function measure(databaseUrl: string, { seconds, withdrawals, rounds, floods, isCheap }: Sizes): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-bench-'))
  const child = spawn(
    process.execPath,
    ['api/src/testing/measured/main.ts', String(withdrawals), ...(isCheap ? ['cheap'] : [])],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  try {
    const ready = await readFirstLine<Ready>(child)
    const token = ready.people[0]?.token ?? ''
    console.log(`\n${ready.engine}, ${connections} connections`)
    await measureReads(ready, token, seconds, rounds)
    const before = readProcessorTime(child.pid)
    const { refused, ...withdrawn } = await withdrawOnceEach(ready)
    const name = isCheap
      ? 'withdrawals (a password that costs nothing)'
      : 'withdrawals (password, code, hold, answer stored)'
    console.log(`${formatLine(name, [withdrawn])}${refused > 0 ? `   ${refused} REFUSED` : ''}`)
    console.log(
      `    each of them: ${formatProcessorTime(before, readProcessorTime(child.pid), withdrawn.requests.total)}`,
    )
    console.log(`    ledger: ${await runLedgerCheck(dataDir)}`)
    const others = ready.people.slice(1).map(person => person.token)
    if (floods > 0) await measureAttacks({ child, service: ready.service, token }, others, floods)
  } finally {
    await endService(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Each person withdraws once, over twenty connections; a refusal is an error, whatever its HTTP status. */
async function withdrawOnceEach({ service, people }: Ready): Promise<Result & { refused: number }> {
  const waiting = [...people]
  const share = Math.floor(people.length / connections)
  let refused = 0
  const result = await autocannon({
    url: service,
    connections,
    amount: share * connections,
    setupClient: client =>
      client.setRequests(
        waiting.splice(0, share).map(({ token, key, withdrawal }) => ({
          method: 'POST',
          path: '/app/pay/withdraw/request',
          headers: { 'authorized-key': token, 'idempotency-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(withdrawal),
          onResponse: (_status, body) => void (refused += (JSON.parse(body) as { code: number }).code === 0 ? 0 : 1),
        })),
      ),
  })
  return { ...result, refused }
}
