import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeCursor, readCursor } from '../http/cursor.ts'
import { generateSecrets, openSecrets } from './secrets.ts'
import { createFourDigits, createRandomId } from './create-token.ts'

const [ours, others] = [openSecrets(generateSecrets()), openSecrets(generateSecrets())]

describe('secrets', () => {
  it('seal a text so that only its key opens it and no bit can be changed', () => {
    const sealed = ours.encrypt('032180000118359719')
    expect(ours.decrypt(sealed)).toBe('032180000118359719')
    expect(ours.encrypt('032180000118359719')).not.toBe(sealed)
    expect(() => others.decrypt(sealed)).toThrow()
    const bytes = Buffer.from(sealed, 'base64url')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    expect(() => ours.decrypt(bytes.toString('base64url'))).toThrow()
  })

  it('hash the same text differently for different uses and different keys', () => {
    expect(
      new Set([ours.keyed('a', 'x'), ours.keyed('b', 'x'), others.keyed('a', 'x'), ours.fingerprint('x')]).size,
    ).toBe(4)
    expect(ours.keyed('a', 'x')).toBe(ours.keyed('a', 'x'))
  })

  it('make four digits with leading zeros, and ids that do not repeat', () => {
    expect(Array.from({ length: 2_000 }, createFourDigits).every(code => /^[0-9]{4}$/.test(code))).toBe(true)
    expect(new Set(Array.from({ length: 10_000 }, createRandomId)).size).toBe(10_000)
  })
})

it('a cursor is read by its own list, person and filter only', () => {
  const of = { list: 'a', person: 7n, filter: 'x' }
  for (const id of [0n, 1n, 35n, 36n, 9_223_372_036_854_775_807n])
    expect(readCursor(ours, of, makeCursor(ours, of, id))).toBe(id)
  const cursor = makeCursor(ours, of, 5n)
  for (const other of [
    { ...of, list: 'b' },
    { ...of, person: 8n },
    { ...of, filter: 'y' },
  ])
    expect(() => readCursor(ours, other, cursor)).toThrow()
  expect(() => readCursor(others, of, cursor)).toThrow()
  expect(() => readCursor(ours, of, cursor.replace(/^5/, '6'))).toThrow()
  expect(readCursor(ours, of, undefined)).toBeUndefined()
})

it('services that start at once on one empty folder take the same secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-secrets-'))
  const script = `import { loadSecrets } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
    process.stdout.write(JSON.stringify(loadSecrets(process.argv[1])))`
  const one = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder])
  const lines = await Promise.all(Array.from({ length: 6 }, one))
  expect(new Set(lines.map(({ stdout }) => stdout)).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  rmSync(folder, { recursive: true })
})
