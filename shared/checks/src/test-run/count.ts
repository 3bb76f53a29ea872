/** The result of a stage. `notes` are lines for people: failures with their place, reasons of skips. */
export type Count = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly notes: readonly string[]
  /** The failed tests by place and name. */
  readonly failedTests?: readonly string[]
  /** The tests that failed and passed when they ran once more. */
  readonly flaky?: readonly string[]
  /** Duration of each file of tests. */
  readonly suites?: readonly SuiteTime[]
}

type SuiteTime = { readonly place: string; readonly seconds: number; readonly slowest: string }

/** One check that either holds or does not. */
export function single(isGood: boolean, notes: readonly string[] = []): Count {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, notes }
}

/** All stages as one. */
export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      notes: [...all.notes, ...each.notes],
      failedTests: [...(all.failedTests ?? []), ...(each.failedTests ?? [])],
      flaky: [...(all.flaky ?? []), ...(each.flaky ?? [])],
      suites: [...(all.suites ?? []), ...(each.suites ?? [])],
    }),
    { passed: 0, failed: 0, skipped: 0, notes: [], failedTests: [], flaky: [], suites: [] },
  )
}

/** A run whose failed tests ran once more: those that passed now are named as flaky. */
export function countRerun(first: Count, again: Count): Count {
  const { failedTests = [] } = again
  return {
    ...first,
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    notes: again.notes,
    failedTests,
    flaky: (first.failedTests ?? []).filter(name => !failedTests.includes(name)),
  }
}

/** More flaky tests than this fail a run. */
const mostFlaky = 3

/** The last lines about tests that had to run twice; more than `mostFlaky` of them are one failure. */
export function reportFlaky(count: Count): { readonly lines: readonly string[]; readonly count: Count } {
  const { flaky = [] } = count
  if (flaky.length === 0) return { lines: [], count }
  const lines = ['Flaky (failed, then passed alone):', ...flaky.map(name => `  ${name}`)]
  if (flaky.length <= mostFlaky) return { lines, count }
  const failure = single(false, [`${flaky.length} flaky tests; at most ${mostFlaky} are accepted`])
  return { lines, count: sum([count, failure]) }
}

/** The files that took longest, longest first, each with its slowest test. */
export function slowest({ suites = [] }: Count, count: number): readonly string[] {
  return suites
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ place, seconds, slowest: test }) => `${seconds.toFixed(1).padStart(6)} s  ${place}${test && ` (${test})`}`)
}

/** The slowest of some tests, for people: `its entry hangs 5.2 s`. */
function slowestOf(tests: readonly { readonly title: string; readonly ms: number }[]): string {
  const [first] = tests.toSorted((one, other) => other.ms - one.ms)
  return first ? `${first.title.slice(0, 60)} ${(first.ms / 1000).toFixed(1)} s` : ''
}

/** The last line of a run: `3 passed, 0 failed`, and `, 2 skipped` where something was. */
export function lastLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly title: string
      readonly duration?: number | null
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/** Adds up vitest's json report. A file that could not even be loaded counts as one failure. */
export function countVitest(report: VitestReport, root: string): Count {
  return sum(
    report.testResults.map(file => {
      const place = file.name.replace(`${root}/`, '')
      const of = (...states: string[]) => file.assertionResults.filter(({ status }) => states.includes(status))
      const failed = of('failed')
      const isUnloaded = failed.length === 0 && file.status === 'failed'
      return {
        passed: of('passed').length,
        failed: failed.length + (isUnloaded ? 1 : 0),
        skipped: of('skipped', 'pending', 'todo', 'disabled').length,
        notes: [
          ...failed.map(each => `${place}: ${each.fullName}: ${firstLines(each.failureMessages?.[0] ?? '')}`),
          ...(isUnloaded ? [`${place}: could not be run: ${firstLines(file.message)}`] : []),
        ],
        failedTests: isUnloaded ? [`${place}: could not be run`] : failed.map(each => `${place}: ${each.fullName}`),
        suites: [
          {
            place,
            seconds: (file.endTime - file.startTime) / 1000,
            slowest: slowestOf(file.assertionResults.map(({ title, duration }) => ({ title, ms: duration ?? 0 }))),
          },
        ],
      }
    }),
  )
}

/** The suites that failed without a failed test or a message: their process ended before they did. */
export function withoutReason({ testResults }: VitestReport): VitestReport['testResults'] {
  return testResults.filter(
    ({ status, message, assertionResults }) =>
      status === 'failed' && message === '' && !assertionResults.some(each => each.status === 'failed'),
  )
}

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly skipped: number
  }
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
}
type PlaywrightSuite = {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly line: number
    readonly tests: readonly {
      readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

/** Adds up Playwright's json report. An error outside a test (a product that does not start) counts as one failure. */
export function countPlaywright(report: PlaywrightReport): Count {
  const failures = report.suites.flatMap(failuresOf)
  const { expected, unexpected, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + report.errors.length,
    skipped,
    notes: [
      ...failures.map(({ name, why }) => `${name}: ${why}`),
      ...report.errors.map(error => firstLines(error.message ?? 'unknown error')),
    ],
    failedTests: failures.map(({ name }) => name),
    suites: report.suites.map(timeOf),
  }
}

function failuresOf(suite: PlaywrightSuite): readonly { readonly name: string; readonly why: string }[] {
  const failed = suite.specs.filter(spec => !spec.ok)
  return [
    ...failed.map(({ line, title, tests }) => {
      const error = tests.flatMap(test => test.results).find(result => result.error)?.error
      return { name: `${suite.file}:${line}: ${title}`, why: firstLines(error?.message ?? '') }
    }),
    ...(suite.suites ?? []).flatMap(failuresOf),
  ]
}

function timeOf(suite: PlaywrightSuite): SuiteTime {
  const specs = (each: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...each.specs,
    ...(each.suites ?? []).flatMap(specs),
  ]
  const tests = specs(suite).map(({ title, tests: runs }) => ({
    title,
    ms: runs.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
  }))
  return {
    place: suite.file,
    seconds: tests.reduce((all, { ms }) => all + ms, 0) / 1000,
    slowest: slowestOf(tests),
  }
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

function firstLines(message: string): string {
  return message
    .replaceAll(colours, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .slice(0, 6)
    .join(' | ')
    .slice(0, 900)
}
