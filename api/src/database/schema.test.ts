// @postgres
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeAll(async () => void (service = await startService()), 60_000)
afterAll(() => service.stop())

/** Column names by table as schema.ts declares them; it is plain enough to be read by pattern. */
function declared(): Record<string, string[]> {
  const source = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8')
  const bodies = new Map(
    [...source.matchAll(/^type (\w+Table) = \{\n([\s\S]*?)\n\}/gm)].map(([, name = '', body = '']) => [name, body]),
  )
  const schema = /export type Schema = \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  return Object.fromEntries(
    [...schema.matchAll(/^ {2}(\w+): (?:(\w+)|\{([^}]*)\})$/gm)].map(([, table = '', type = '', inline = '']) => [
      table,
      columnsOf(bodies.get(type) ?? inline),
    ]),
  )
}

/** On one line or on several, as the formatter leaves it; what a column holds within is no column. */
function columnsOf(body: string): string[] {
  return body
    .replace(/\{[^{}]*\}/g, '')
    .split(/[;\n]/)
    .flatMap(entry => /^\s*(\w+): /.exec(entry)?.[1] ?? [])
    .sort()
}

it('declares the tables and columns that the migrations make', async () => {
  const { rows } = await sql<{ table_name: string; columns: string }>`
    SELECT table_name, string_agg(column_name, ',' ORDER BY column_name) AS columns FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`.execute(
    service.services.database.read,
  )
  expect(declared()).toEqual(Object.fromEntries(rows.map(row => [row.table_name, row.columns.split(',').sort()])))
})
