// @postgres
import { describe, expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'

/**
 * A migration runs while the previous version serves: it may add, but not remove or lock for long. A column is removed
 * in a later release than its last use; that file has a line `-- contract:` with the reason. Migrations from before
 * this rule are exempt.
 */
const firstHeld = '0011'
const refusals: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|FUNCTION|TYPE|VIEW)\b/i, 'takes away what the version before asks for'],
  [/\bRENAME\b/i, 'renames what the version before asks for'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes a type: rewrites the table, queries fail'],
  [/\bSET\s+NOT\s+NULL\b/i, 'refuses what the version before writes, and reads the whole table under a lock'],
  [/\bADD\s+COLUMN\b(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\bDEFAULT\b)/i, 'the version before writes rows without it'],
  [
    /\bADD\s+CONSTRAINT\b(?![^;]*\bNOT\s+VALID\b)/i,
    'reads the whole table under a lock: NOT VALID, and VALIDATE later',
  ],
  [/\b(TRUNCATE\s+(TABLE\s+)?\w+\s*;|LOCK\s+TABLE|VACUUM\s+FULL|CLUSTER)\b/i, 'locks or empties a table'],
  [/\bADD\s+COLUMN\b[^,;]*\bDEFAULT\b[^,;]*\b(random|gen_random_uuid|clock_timestamp)\b/i, 'rewrites the table'],
]

/** A few hundred rows a day, without a large value: an index is built in a moment. */
const small = ['task_day']

/** What in this file would stop the version before it. */
function stops(sql: string): readonly string[] {
  if (/^-- contract: \S/m.test(sql)) return []
  const made = [...sql.matchAll(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(\w+)/gi)].map(([, table]) => table)
  const free = new Set([...made, ...small])
  const statements = sql.replaceAll(/--[^\n]*/g, '')
  const wrong = refusals.filter(([pattern]) => pattern.test(statements)).map(([, why]) => why)
  for (const [, table] of statements.matchAll(/\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+\w+\s+ON\s+(\w+)/gi))
    if (!free.has(table)) wrong.push(`an index on ${table} stops its writers while it is built`)
  return wrong
}

describe('migrations leave the version before them running', () => {
  it.each(readMigrations().filter(({ version }) => version >= firstHeld))('$version', ({ sql }) => {
    expect(stops(sql)).toEqual([])
  })

  it.each([
    'ALTER TABLE app_user DROP COLUMN nick_name',
    'ALTER TABLE app_user RENAME COLUMN nick_name TO name',
    'ALTER TABLE app_user ALTER COLUMN gender TYPE text',
    'ALTER TABLE app_user ALTER COLUMN gender SET NOT NULL',
    'ALTER TABLE app_user ADD COLUMN a text NOT NULL',
    'ALTER TABLE app_user ADD CONSTRAINT c CHECK (true)',
    'CREATE INDEX a ON app_user (nick_name)',
    'DROP TABLE claim',
  ])('would not: %s', sql => {
    expect(stops(sql)).toHaveLength(1)
  })

  it.each([
    "ALTER TABLE app_user ADD COLUMN a text NOT NULL DEFAULT ''",
    'ALTER TABLE app_user ADD COLUMN a text, ADD COLUMN b bigint',
    'CREATE TABLE a (b int NOT NULL); CREATE INDEX c ON a (b)',
    'ALTER TABLE app_user ADD CONSTRAINT c CHECK (true) NOT VALID',
    '-- contract: nothing has asked for it since 1.4\nALTER TABLE app_user DROP COLUMN nick_name',
  ])('would: %s', sql => {
    expect(stops(sql)).toEqual([])
  })
})
