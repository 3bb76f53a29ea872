import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { judged, linesOf, percentile, summaryLines, summaryOf, type Tried } from './figures.ts'
import { pageRows } from './page-rows.ts'
import { provenBy, remoteRows } from './rows.ts'

const root = resolve(import.meta.dirname, '../..')
const written = [...readFileSync(join(root, 'shared/docs/faults.md'), 'utf8').matchAll(/^- \*\*([A-M]\d+)\*\*/gm)].map(
  ([, id]) => id ?? '',
)
const tried = (ms: number, more: Partial<Tried> = {}): Tried => ({ where: 'remote-team', ms, lost: [], ...more })

test('every row that the report knows is a row of faults.md, known in one way, and what proves it exists', () => {
  const own = [...new Set([...remoteRows, ...pageRows].map(({ id }) => id))]
  expect([...own, ...Object.keys(provenBy)].filter(id => !written.includes(id))).toEqual([])
  expect(own.filter(id => id in provenBy)).toEqual([])
  expect(Object.entries(provenBy).filter(([, file]) => !existsSync(join(root, file)))).toEqual([])
})

test('a row is met where all of its tries survived in time and nothing was lost', () => {
  expect(judged('B02', 'it', 'hard', [tried(1_500), tried(20)]).outcome).toBe('met')
  expect(judged('B02', 'it', 'hard', [tried(1_501)]).outcome).toBe('not met')
  expect(judged('B06', 'it', 'stall', [tried(6_500)]).outcome).toBe('met')
  expect(judged('B05', 'it', 'none', [tried(9_000)]).outcome).toBe('met')
  expect(judged('B05', 'it', 'none', [tried(10), tried(10, { lost: ['the language'] })]).outcome).toBe('not met')
  expect(judged('B05', 'it', 'none', [tried(10, { why: 'two reports' })]).outcome).toBe('not met')
  expect(judged('B05', 'it', 'none', []).outcome).toBe('not met')
})

test('the summary has percentiles of each kind, what was lost, and says who proves the rest', () => {
  expect([percentile([], 0.5), percentile([3], 0.95), percentile([4, 1, 3, 2], 0.5)]).toEqual([undefined, 3, 2])
  const rows = [
    judged('B02', 'one', 'hard', [tried(100), tried(300), tried(2_000, { lost: ['the route'] })]),
    judged('B06', 'two', 'stall', [tried(5_100)]),
    { id: 'F02', says: '', kind: 'none', outcome: 'by another test', file: 'bus.test.ts', tried: [] },
  ] as const
  const summary = summaryOf(rows)
  expect(summary).toMatchObject({ met: 1, notMet: 1, elsewhere: 1, notAutomated: 0, lost: ['the route'] })
  expect(summaryLines(summary)).toContain('hard failures: p50 300 ms, p95 2000 ms of 3 tries (goal 1500 ms)')
  expect(linesOf(rows[2])[0]).toContain('bus.test.ts')
  expect(linesOf(judged('B02', 'one', 'hard', [tried(1, { why: 'the card' })]))[1]).toContain('remote-team: the card')
})
