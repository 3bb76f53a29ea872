import { join } from 'node:path'
import type { JSONReport } from 'playwright/types/testReporter'
import { describe, expect, it } from 'vitest'
import type { JsonTestResults } from 'vitest/node'
import { repositoryRoot } from '../repository.ts'
import {
  createFailure,
  listFailures,
  formatLastLine,
  readPlaywright,
  readVitest,
  formatReport,
  sumUp,
  withRerun,
} from './results.ts'

/** Reports of vitest and Playwright, as far as they are read. */
const units = (...files: { status: string; message?: string; states: readonly string[] }[]) =>
  ({
    testResults: files.map(({ states, ...file }, at) => ({
      message: '',
      ...file,
      name: join(repositoryRoot, `api/${at}.test.ts`),
      assertionResults: states.map(status => ({
        ...{ status, fullName: `is ${status}`, duration: 2_500 },
        failureMessages: status === 'failed' ? ['\u001B[31mexpected 1\u001B[0m\n  to be 2'] : null,
      })),
    })),
  }) as unknown as JsonTestResults
const journeys = (specs: readonly { status: string; error?: { message: string } }[], errors: readonly string[] = []) =>
  ({
    suites: [{ specs: [], suites: [{ specs: specs.map(spec), suites: [] }] }],
    errors: errors.map(message => ({ message })),
  }) as unknown as JSONReport
const spec = ({ status, error }: { status: string; error?: { message: string } }, line: number) => ({
  ...{ file: 'journeys/a.spec.ts', title: `is ${status}`, line, ok: status !== 'unexpected' },
  tests: [{ status, results: [{ duration: 4_000, error }] }],
})

const passed = { suite: 'a.test.ts', name: 'adds', state: 'passed', ms: 1 } as const
const failed = { ...passed, state: 'failed', why: 'x' } as const

describe('the results of a run', () => {
  it('are every test of vitest, with each failure by its place', () => {
    const results = readVitest(units({ status: 'failed', states: ['passed', 'passed', 'pending', 'failed'] }))
    expect(formatLastLine(results)).toBe('2 passed, 1 failed, 1 skipped')
    expect(listFailures(results)).toEqual(['api/0.test.ts: is failed: expected 1 | to be 2'])
  })

  it('are a failure for a suite that could not be loaded, and for one whose process crashed', () => {
    const unloaded = { status: 'failed', message: 'SyntaxError: x', states: [] }
    const crashed = { status: 'failed', states: ['pending'] }
    expect(listFailures(readVitest(units(unloaded, crashed)))).toEqual([
      'api/0.test.ts: could not be run: SyntaxError: x',
      'api/1.test.ts: could not be run: its process ended before it did',
    ])
  })

  it('are every journey of Playwright, and a failure for a product that does not start', () => {
    const failing = { status: 'unexpected', error: { message: 'no button' } }
    const results = readPlaywright(journeys([{ status: 'expected' }, { status: 'skipped' }, failing], ['npm start: 1']))
    expect(formatLastLine(results)).toBe('1 passed, 2 failed, 1 skipped')
    expect(listFailures(results)).toEqual([
      'journeys/a.spec.ts: is unexpected (line 2): no button',
      'the journeys: could not be run: npm start: 1',
    ])
  })

  it('name as flaky what failed and passed alone, and not what a crash kept from running again', () => {
    const other = { ...failed, suite: 'b.test.ts' }
    expect(withRerun([failed, other], [passed, other])).toEqual([{ ...failed, state: 'flaky' }, other])
    expect(withRerun([createFailure('a.test.ts', 'no memory')], [passed])).toMatchObject([{ state: 'flaky' }, passed])
    expect(withRerun([failed], [createFailure('outside the tests', 'y')])).toMatchObject([failed, { state: 'failed' }])
  })

  it('accept three flaky tests', () => {
    const flaky = Array.from({ length: 4 }, (_, at) => ({ ...passed, name: `${at}`, state: 'flaky' as const }))
    expect(formatLastLine(sumUp(flaky.slice(1)))).toBe('3 passed, 0 failed')
    expect(formatLastLine(sumUp(flaky))).toBe('4 passed, 1 failed')
  })

  it('count as skipped only what no part ran', () => {
    const skipped = { ...passed, state: 'skipped' } as const
    expect(formatLastLine(sumUp([skipped, passed, { ...skipped, suite: 'nginx.test.ts' }]))).toBe(
      '1 passed, 0 failed, 1 skipped',
    )
  })

  it('name the slowest files, what was skipped and what was flaky', () => {
    const results = [
      ...readVitest(units({ status: 'passed', states: ['passed', 'pending'] })),
      ...readPlaywright(journeys([{ status: 'expected' }, { status: 'expected' }])),
      { ...failed, state: 'flaky' } as const,
    ]
    expect(formatReport(results).split('\n')).toEqual([
      ...['The slowest:', '     8.0 s  journeys/a.spec.ts', '     5.0 s  api/0.test.ts', '     0.0 s  a.test.ts', ''],
      ...['Skipped here:', '  1 of api/0.test.ts', '', 'Flaky (failed, then passed alone):', '  a.test.ts: adds: x'],
    ])
  })
})
