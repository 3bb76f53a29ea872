import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countRerun,
  countVitest,
  lastLine,
  reportFlaky,
  single,
  slowest,
  sum,
  withoutReason,
} from './count.ts'

const file = (status: string, states: readonly string[]) => ({
  name: '/repo/api/a.test.ts',
  status,
  message: 'SyntaxError: x',
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: states.map((state, index) => ({
    status: state,
    fullName: `says ${state}`,
    title: state,
    duration: 100 * index,
    failureMessages: state === 'failed' ? ['expected 1\nto be 2'] : [],
  })),
})

describe('counting a run', () => {
  it('adds the files of a vitest report and names each failure with its place', () => {
    const count = countVitest(
      {
        testResults: [file('passed', ['passed', 'passed', 'pending']), file('failed', ['failed', 'passed'])],
      },
      '/repo',
    )
    expect(count).toMatchObject({ passed: 3, failed: 1, skipped: 1 })
    expect(count.notes).toEqual(['api/a.test.ts: says failed: expected 1 | to be 2'])
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(countVitest({ testResults: [file('failed', [])] }, '/repo')).toMatchObject({
      passed: 0,
      failed: 1,
      notes: ['api/a.test.ts: could not be run: SyntaxError: x'],
    })
  })

  it('finds the suites whose process ended before they did', () => {
    const crashed = { ...file('failed', ['pending']), message: '' }
    const testResults = [file('failed', []), { ...file('failed', ['failed']), message: '' }, crashed]
    expect(withoutReason({ testResults })).toEqual([crashed])
  })

  it('counts a product that does not start as a failed journey', () => {
    const count = countPlaywright({
      stats: { expected: 0, unexpected: 0, skipped: 4 },
      suites: [],
      errors: [{ message: 'npm start ended with 1' }],
    })
    expect(count).toMatchObject({ passed: 0, failed: 1, skipped: 4, notes: ['npm start ended with 1'] })
  })

  it('tells which files took longest, of both reports', () => {
    const journeys = countPlaywright({
      stats: { expected: 2, unexpected: 0, skipped: 0 },
      suites: [
        {
          file: 'journeys/a.spec.ts',
          specs: [],
          suites: [
            {
              file: 'journeys/a.spec.ts',
              specs: [4_000, 1_000].map(duration => ({
                title: `takes ${duration}`,
                ok: true,
                line: 1,
                tests: [{ results: [{ duration }] }],
              })),
            },
          ],
        },
      ],
      errors: [],
    })
    const units = countVitest({ testResults: [file('passed', ['passed', 'passed'])] }, '/repo')
    expect(slowest(sum([units, journeys]), 10)).toEqual([
      '   5.0 s  journeys/a.spec.ts (takes 4000 4.0 s)',
      '   2.5 s  api/a.test.ts (passed 0.1 s)',
    ])
    expect(slowest(sum([units, journeys]), 1)).toHaveLength(1)
  })

  it('names the tests that failed and passed alone, and accepts three of them', () => {
    const first = { ...single(false, ['a: x', 'b: y']), failed: 2, passed: 5, failedTests: ['a', 'b'] }
    const again = { ...single(false, ['b: y']), passed: 1, failedTests: ['b'] }
    const count = countRerun(first, again)
    expect(count).toMatchObject({ passed: 6, failed: 1, notes: ['b: y'], failedTests: ['b'], flaky: ['a'] })
    expect(reportFlaky(count).lines).toEqual(['Flaky (failed, then passed alone):', '  a'])
    const flaky = (names: readonly string[]) => reportFlaky({ ...single(true), flaky: names }).count.failed
    expect([flaky([]), flaky(['a', 'b', 'c']), flaky(['a', 'b', 'c', 'd'])]).toEqual([0, 0, 1])
  })

  it('ends with exactly the line that people and machines look for', () => {
    expect(lastLine(sum([single(true), single(false)]))).toBe('1 passed, 1 failed')
    expect(lastLine(sum([single(true), { passed: 0, failed: 0, skipped: 2, notes: [] }]))).toBe(
      '1 passed, 0 failed, 2 skipped',
    )
  })
})
