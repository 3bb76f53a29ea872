import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootFolder } from '../product/product.ts'
import { matchText } from '../product/match-text.ts'
import { judgeMoney } from './judge.ts'
import { createRandom } from './random.ts'
import { processStrikes, createSchedule, variants } from './schedule.ts'

test('the same seed gives the same schedule, another seed another', () => {
  expect(createSchedule(7, 5, 3)).toEqual(createSchedule(7, 5, 3))
  expect(createSchedule(8, 5, 3)).not.toEqual(createSchedule(7, 5, 3))
  // A longer run begins as the shorter one.
  expect(createSchedule(7, 30, 3).slice(0, createSchedule(7, 5, 3).length)).toEqual(createSchedule(7, 5, 3))
})

test('something strikes every few seconds, of every kind, in half an hour', () => {
  const steps = createSchedule(1, 30, 3)
  const gaps = steps.slice(1).map(({ atMs }, index) => atMs - (steps[index]?.atMs ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000)
  expect(Math.max(...gaps)).toBeLessThan(7_000)
  const kinds = new Set<string>(steps.map(({ kind }) => kind))
  for (const kind of [...processStrikes, ...variants, 'offline', 'files stall', 'rollback', 'revoke'])
    expect(kinds, kind).toContain(kind)
})

test('a release is undone before its app’s next one, and the service is killed only as allowed', () => {
  for (const seed of [1, 2, 3]) {
    const steps = createSchedule(seed, 30, 3)
    const live = new Set<string>()
    for (const step of steps) {
      if (!('app' in step)) continue
      const isUndoing = step.kind === 'rollback' || step.kind === 'revoke'
      expect(live.has(step.app), `${seed}: step ${step.number}`).toBe(isUndoing)
      if (isUndoing) live.delete(step.app)
      else live.add(step.app)
    }
    const kills = steps.filter(({ kind }) => kind === 'the service is killed').map(({ atMs }) => atMs)
    const gaps = kills.slice(1).map((at, index) => at - (kills[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25_000)
  }
})

test('a shuffle keeps everything, and streams of one seed differ', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8]
  expect([...createRandom(3).shuffle(items)].sort((a, b) => a - b)).toEqual(items)
  expect(createRandom(3, 'ana').shuffle(items)).not.toEqual(createRandom(3, 'ben').shuffle(items))
})

test('money is exact where the service reports what the journeys know, to the last unit', () => {
  const known = { name: 'Ana', earned: 12_345n, sold: 5_000n, withdrawals: 1 }
  const answer = { amount: '7345', hold: '5000', withdrawals: 1 }
  expect(judgeMoney(known, answer)).toBeUndefined()
  expect(judgeMoney(known, { ...answer, amount: '7346' })).toContain('7345')
  expect(judgeMoney(known, { ...answer, withdrawals: 2 })).toContain('2 withdrawals')
  // Paid out, nothing is held any more; more than was sold is never held.
  expect(judgeMoney(known, { ...answer, hold: '0' })).toBeUndefined()
  expect(judgeMoney(known, { ...answer, hold: '5001' })).toContain('5001')
})

test('every text that people look for in their own language is one of the apps', () => {
  const files = globSync('e2e/chaos/*.ts', { cwd: rootFolder }).filter(file => !file.endsWith('.test.ts'))
  const texts = files.flatMap(file => [
    ...readFileSync(join(rootFolder, file), 'utf8').matchAll(
      /(?:\bsaid|\bbutton|\blinkOf|\binText|\btab)\((?:walk, )?'([^']+)'\)/g,
    ),
  ])
  expect(texts.length).toBeGreaterThan(10)
  for (const [, text = ''] of texts) expect(() => matchText(text)).not.toThrow()
})
