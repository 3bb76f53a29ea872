import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../../database/database.ts'
import { readConfig } from '../../config.ts'
import { logTo } from '../../log.ts'
import { engineOf } from '../../start.ts'
import { verifyWholeLedger, type LedgerReport } from '../../ledger/verify.ts'

export type ProofOptions = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly operations: number
  readonly workers: number
  readonly people: number
  readonly kills: number
}
export type Proof = {
  readonly acknowledged: number
  readonly kills: number
  readonly lost: readonly string[]
  readonly report: LedgerReport
}

/**
 * Runs random operations in another process, kills it (SIGKILL) at random moments, and then looks: is everything that
 * was acknowledged there, once, and do the invariants hold?
 */
export async function prove({
  dataDir,
  databaseUrl,
  operations,
  workers,
  people,
  kills,
}: ProofOptions): Promise<Proof> {
  const keys = new Set<string>()
  let [killed, done] = [0, 0]
  while (done < operations) {
    const share = killed < kills ? Math.ceil(operations / (kills + 1)) : operations - done
    const round = await runWorker({
      dataDir,
      databaseUrl,
      workers,
      people,
      operations: operations - done,
      killAfter: killed < kills ? randomInt(Math.max(1, Math.floor(share / 2)), share + 1) : Infinity,
    })
    const acknowledged = round.lines.filter(line => !line.startsWith('refused'))
    for (const key of acknowledged) keys.add(key)
    if (round.wasKilled) killed += 1
    done += round.lines.length
    if (!round.wasKilled && round.lines.length === 0) break
  }
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const database = openDatabase(await engineOf(config, logTo('silent')))
  try {
    const there = new Set(
      (await database.read.selectFrom('ledger_txn').select('idem_key').execute()).map(row => row.idem_key),
    )
    return {
      acknowledged: keys.size,
      kills: killed,
      lost: [...keys].filter(key => !there.has(key)),
      report: await verifyWholeLedger(database),
    }
  } finally {
    await database.close()
  }
}

type Round = { readonly lines: readonly string[]; readonly wasKilled: boolean }

async function runWorker(options: {
  dataDir: string
  databaseUrl: string | undefined
  workers: number
  people: number
  operations: number
  killAfter: number
}): Promise<Round> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'worker.ts'),
      String(options.operations),
      String(options.workers),
      String(options.people),
    ],
    {
      env: { ...process.env, DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let [rest, errors]: [string, string] = ['', '']
  const lines: string[] = []
  child.stderr.on('data', chunk => (errors += String(chunk)))
  child.stdout.on('data', chunk => {
    const parts = (rest + String(chunk)).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.length >= options.killAfter) child.kill('SIGKILL')
  })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(over =>
    child.once('close', (exit, by) => over([exit, by])),
  )
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`a worker failed: ${errors}`)
  return { lines, wasKilled: signal === 'SIGKILL' }
}
