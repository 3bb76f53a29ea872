import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootFolder } from '../product/product.ts'
import { isMet, findPercentile, type MeasuredFault } from './fault-report.ts'
import { faults } from './table.ts'

test('every fault has one number, and the test that proves it exists', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(faults.filter(({ test: file }) => !existsSync(join(rootFolder, file)))).toEqual([])
})

test('a run is met if it survived in time and nothing was lost', () => {
  const run: MeasuredFault = { id: 'B02', says: '', where: 'remote-team', kind: 'hard', ms: 1_500, lost: [] }
  expect(isMet(run)).toBe(true)
  expect(isMet({ ...run, ms: 1_501 })).toBe(false)
  expect(isMet({ ...run, kind: 'stall', ms: 6_500 })).toBe(true)
  expect(isMet({ ...run, kind: 'stall', ms: 6_501 })).toBe(false)
  expect(isMet({ ...run, lost: ['the language'] })).toBe(false)
  expect(isMet({ ...run, error: 'two reports' })).toBe(false)
  expect([findPercentile([], 0.5), findPercentile([3], 0.95), findPercentile([4, 1, 3, 2], 0.5)]).toEqual([
    undefined,
    3,
    2,
  ])
})
