// @postgres
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryWithinLimits } from './limits.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

const root = join(import.meta.dirname, '..')
let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

it('is in the table, and nowhere else', () => {
  const inline = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/(test\.ts|limits.table\.ts)$/.test(file))
    .filter(file => /\bmax: [\w.]+, seconds:/.test(readFileSync(join(root, file), 'utf8')))
  expect(inline).toEqual([])
})

describe('a limit', () => {
  it('admits exactly five of fifty, returns the wait to the others, and resets after its window', async () => {
    const { limits } = service.services
    const limit = { max: 5, seconds: 60 }
    const results = await Promise.all(Array.from({ length: 50 }, () => limits.tryTake('test', 'ana', limit)))
    expect(results.filter(result => result.ok)).toHaveLength(5)
    expect(Math.max(...results.map(result => result.retryAfter))).toBeLessThanOrEqual(60)
    await expect(limits.take('test', 'ana', limit)).rejects.toMatchObject({
      key: 'too_many',
      retryAfter: expect.any(Number),
    })
    expect((await limits.tryTake('test', 'ben', limit)).ok).toBe(true)
    expect((await limits.tryTake('other', 'ana', limit)).ok).toBe(true)
    service.forward(60_000)
    expect((await limits.tryTake('test', 'ana', limit)).ok).toBe(true)
  }, 30_000)

  it('counts again what was given back', async () => {
    const { limits } = service.services
    const limit = { max: 1, seconds: 60 }
    await limits.take('back', 'ana', limit)
    await limits.giveBack('back', 'ana')
    expect(await limits.used('back', 'ana', limit)).toBe(0)
    await limits.take('back', 'ana', limit)
    expect(await limits.used('back', 'ana', limit)).toBe(1)
  })

  it('gives back an attempt that was not compared, and keeps a wrong one', async () => {
    const { limits } = service.services
    const counter = { name: 'attempt', subject: 'ana', limit: { max: 5, seconds: 60 } }
    const used = () => limits.used(counter.name, counter.subject, counter.limit)
    const broken = async (): Promise<boolean> => {
      throw new Error('no thread')
    }
    await expect(tryWithinLimits(limits, [counter], broken)).rejects.toThrow('no thread')
    expect([await tryWithinLimits(limits, [counter], async () => false), await used()]).toEqual([false, 0])
    expect([await tryWithinLimits(limits, [counter], async () => true), await used()]).toEqual([true, 1])
  })

  it('keeps no number and no address in clear', async () => {
    await service.services.limits.take('clear', '+525512345678', { max: 1, seconds: 60 })
    const rows = await service.services.database.read.selectFrom('rate_bucket').select('key').execute()
    expect(rows.map(row => row.key).join(' ')).not.toContain('5512345678')
  })
})
