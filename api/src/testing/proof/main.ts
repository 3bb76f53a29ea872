import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshEngine } from '../fresh-engine.ts'
import { prove } from './prove.ts'

/**
 * main.ts <operations> <workers> <people> <kills>: the proof at any size, on PostgreSQL where TEST_DATABASE_URL names
 * one, else embedded; JSON on stdout, progress on stderr.
 */
const [operations = 2_000, workers = 8, people = 8, kills = 3] = process.argv.slice(2).map(Number)
const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-proof-'))
const fresh = process.env.TEST_DATABASE_URL ? await freshEngine(1) : undefined
try {
  const proof = await prove({
    dataDir,
    databaseUrl: fresh?.url,
    operations,
    workers,
    people,
    kills,
    say: line => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify({ engine: fresh ? 'postgres' : 'embedded', ...proof }, null, 2)}\n`)
  process.exitCode = proof.report.ok && proof.lost.length === 0 ? 0 : 1
} finally {
  await fresh?.engine.close()
  await fresh?.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
