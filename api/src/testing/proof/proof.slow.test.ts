// @postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshEngine } from '../fresh-engine.ts'
import { prove } from './prove.ts'

it('keeps every invariant over 2,000 random operations and three kills, and loses nothing that was acknowledged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-proof-'))
  const fresh = process.env.TEST_DATABASE_URL ? await freshEngine(1) : undefined
  try {
    const proof = await prove({ dataDir, databaseUrl: fresh?.url, operations: 2_000, workers: 16, people: 8, kills: 3 })
    expect(proof.kills).toBe(3)
    expect(proof.lost).toEqual([])
    expect(proof.acknowledged).toBeGreaterThan(1_000)
    expect(proof.report.checks.filter(check => !check.ok)).toEqual([])
  } finally {
    await fresh?.engine.close()
    await fresh?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
