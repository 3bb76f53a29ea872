// @postgres
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'
import { migrate, readMigrations } from './migrate.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

describe('the transaction wrapper', () => {
  it('runs as the application role, and only inside the transaction', async () => {
    const { database } = service.services
    const role = sql<{ role: string }>`SELECT current_user AS role`
    expect((await database.transaction(tx => role.execute(tx))).rows[0]?.role).toBe('adcoin_app')
    expect((await role.execute(database.read)).rows[0]?.role).not.toBe('adcoin_app')
  })

  it('throws when the root handle is used inside a transaction, on both engines', async () => {
    const { database } = service.services
    await expect(
      database.transaction(async () => database.read.selectFrom('app_user').select('id').execute()),
    ).rejects.toThrow(/inside a transaction/)
    await expect(database.transaction(async () => database.transaction(async () => 1))).rejects.toThrow(
      /inside a transaction/,
    )
  })

  it('refuses to write through the reading handle', async () => {
    await expect(service.services.database.read.deleteFrom('job').execute()).rejects.toThrow(/write in a transaction/)
  })

  it('tries a serialization failure and a deadlock again, and nothing else', async () => {
    const { database } = service.services
    let tries = 0
    const failing = (state: string) =>
      database.transaction(async () => {
        tries += 1
        throw Object.assign(new Error(state), { code: state })
      })
    await expect(failing('40P01')).rejects.toThrow()
    expect(tries).toBe(3)
    tries = 0
    await expect(failing('23505')).rejects.toThrow()
    expect(tries).toBe(1)
  })

  it('reads bigint, date, jsonb and timestamps alike on both engines', async () => {
    const { rows } =
      await sql`SELECT 9007199254740993::bigint AS big, '2024-02-29'::date AS day, '{"a":[1]}'::jsonb AS document,
        '2024-02-29T12:00:00Z'::timestamptz AS at, count(*) AS n`.execute(service.services.database.read)
    expect(rows).toEqual([
      { big: 9007199254740993n, day: '2024-02-29', document: { a: [1] }, at: new Date('2024-02-29T12:00:00Z'), n: 1n },
    ])
  })
})

describe('the embedded engine', () => {
  it('lets no caller wait for ever while it is held, and serves the next ones in turn', async () => {
    const engine = await createEmbeddedEngine({ waitMs: 100 })
    try {
      const held = await engine.acquire()
      const began = performance.now()
      const waiting = await Promise.allSettled(Array.from({ length: 50 }, () => engine.acquire()))
      expect(performance.now() - began).toBeLessThan(5_000)
      for (const each of waiting) expect(each).toMatchObject({ status: 'rejected', reason: { code: '53300' } })
      held.release()
      for (const turn of [1, 2]) {
        const lane = await engine.acquire()
        expect((await lane.query(`SELECT ${turn} AS turn`, [])).rows).toEqual([{ turn }])
        lane.release()
      }
    } finally {
      await engine.close()
    }
  }, 60_000)
})

describe('migrations', () => {
  it('are applied once', async () => {
    expect(await migrate(service.services.database.engine)).toEqual([])
  })

  it('refuse a start when an applied file was changed, or is not known', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adcoin-migrations-'))
    const [first] = readMigrations()
    writeFileSync(join(folder, `${first?.version}.sql`), `${first?.sql}\n-- changed`)
    await expect(migrate(service.services.database.engine, readMigrations(folder))).rejects.toThrow(
      /was changed after it had been applied|does not know/,
    )
    rmSync(join(folder, `${first?.version}.sql`))
    writeFileSync(join(folder, '0009_other.sql'), 'SELECT 1')
    await expect(migrate(service.services.database.engine, readMigrations(folder))).rejects.toThrow(/does not know/)
    rmSync(folder, { recursive: true })
  })

  it('roll back as a whole when a statement of a file fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adcoin-migrations-'))
    for (const migration of readMigrations()) writeFileSync(join(folder, `${migration.version}.sql`), migration.sql)
    writeFileSync(join(folder, '0099_broken.sql'), 'CREATE TABLE half_made (id int); SELECT * FROM not_there')
    await expect(migrate(service.services.database.engine, readMigrations(folder))).rejects.toThrow()
    const { rows } = await sql`SELECT 1 FROM pg_tables WHERE tablename = 'half_made'`.execute(
      service.services.database.read,
    )
    expect(rows).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
