import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter'
import type { JsonTestResults } from 'vitest/node'
import { repositoryRoot } from '../repository.ts'

/** The outcome of a test, or of a check of the whole repository. */
export type Result = {
  /** The file of the test, or what was checked. */
  readonly suite: string
  readonly name: string
  /** `flaky`: failed, and passed when it ran once more, alone. */
  readonly state: 'passed' | 'failed' | 'skipped' | 'flaky'
  readonly ms: number
  /** The reason of a failure. */
  readonly why?: string
}

/** A failure that is not one of a test. */
export function createFailure(suite: string, why: string, name = 'could not be run'): Result {
  return { suite, name, state: 'failed', ms: 0, why }
}

/** The tests of vitest's report. A suite that could not be loaded, or whose process crashed, is one failure. */
export function readVitest({ testResults }: JsonTestResults): readonly Result[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const suite = relative(repositoryRoot, file)
    const results = assertionResults.map((test): Result => {
      const state = test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'
      const why = readFirstLines(test.failureMessages?.[0])
      return { suite, name: test.fullName, state, ms: test.duration ?? 0, why }
    })
    if (status === 'passed' || results.some(isFailed)) return results
    return [...results, createFailure(suite, readFirstLines(message) || 'its process ended before it did')]
  })
}

/** The tests of Playwright's report. An error outside them (a product that does not start) is one failure. */
export function readPlaywright({ suites, errors }: JSONReport): readonly Result[] {
  const specs = (suite: JSONReportSuite): JSONReportSpec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const results = suites.flatMap(specs).map(({ file, title, line, ok, tests }): Result => {
    const runs = tests.flatMap(test => test.results)
    const ran = tests.some(({ status }) => status !== 'skipped') ? 'passed' : 'skipped'
    const why = readFirstLines(runs.find(({ error }) => error)?.error?.message)
    const ms = runs.reduce((all, { duration }) => all + duration, 0)
    return { suite: file, name: `${title} (line ${line})`, state: ok ? ran : 'failed', ms, why }
  })
  return [...results, ...errors.map(({ message }) => createFailure('the journeys', readFirstLines(message)))]
}

function readFirstLines(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const texts = lines.map(line => line.trim()).filter(line => line !== '')
  return texts.slice(0, 6).join(' | ').slice(0, 900)
}

/** Whether a result is a failure. */
export function isFailed({ state }: Result): boolean {
  return state === 'failed'
}

const nameOf = ({ suite, name }: Result) => `${suite}: ${name}`
const formatFailure = (result: Result) => `${nameOf(result)}: ${result.why}`

/** A run whose failed tests, or the suites of these, ran once more: a failure that does not recur is flaky. */
export function withRerun(first: readonly Result[], again: readonly Result[]): readonly Result[] {
  const reran = new Set(again.map(({ suite }) => suite))
  const failedAgain = new Set(again.filter(isFailed).map(nameOf))
  const flaky = first.filter(each => isFailed(each) && reran.has(each.suite) && !failedAgain.has(nameOf(each)))
  const isFlaky = new Set(flaky.map(nameOf))
  const replaced = new Set([...again, ...flaky].map(nameOf))
  return [
    ...first.filter(each => !replaced.has(nameOf(each))),
    ...flaky.map((each): Result => ({ ...each, state: 'flaky' })),
    ...again.filter(each => !isFlaky.has(nameOf(each))),
  ]
}

/** More flaky tests than this fail a run. */
const mostFlaky = 3

/** All results of a run: a test that one part skips and another runs is not skipped; too many flaky are a failure. */
export function sumUp(results: readonly Result[]): readonly Result[] {
  const ran = new Set(results.filter(({ state }) => state !== 'skipped').map(nameOf))
  const all = results.filter(each => each.state !== 'skipped' || !ran.has(nameOf(each)))
  const flaky = all.filter(({ state }) => state === 'flaky').length
  return flaky <= mostFlaky
    ? all
    : [...all, createFailure('flaky tests', `${flaky}; at most ${mostFlaky} are accepted`)]
}

/** The last line of a run: `3 passed, 0 failed`, and `, 2 skipped` where something was. */
export function formatLastLine(results: readonly Result[]): string {
  const { passed = [], flaky = [], failed = [], skipped = [] } = Object.groupBy(results, ({ state }) => state)
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  return `${passed.length + flaky.length} passed, ${failed.length} failed${rest}`
}

/** Each failure with its place and reason. */
export function listFailures(results: readonly Result[]): readonly string[] {
  return results.filter(isFailed).map(formatFailure)
}

/** The lines above the last one, for people: the slowest suites, the skipped ones, what failed, what was flaky. */
export function formatReport(results: readonly Result[]): string {
  const { flaky = [], skipped = [] } = Object.groupBy(results, ({ state }) => state)
  const times = [...Map.groupBy(results, ({ suite }) => suite)]
    .map(([suite, tests]) => ({ suite, seconds: tests.reduce((all, { ms }) => all + ms, 0) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
  const lists = {
    'The slowest:': times.slice(0, 10).map(each => `${each.seconds.toFixed(1).padStart(6)} s  ${each.suite}`),
    'Skipped here:': [...Map.groupBy(skipped, ({ suite }) => suite)].map(
      ([suite, { length }]) => `${length} of ${suite}`,
    ),
    'What failed:': listFailures(results),
    'Flaky (failed, then passed alone):': flaky.map(formatFailure),
  }
  const filled = Object.entries(lists).filter(([, lines]) => lines.length > 0)
  return filled.map(([title, lines]) => [title, ...lines, ''].join('\n  ').trimEnd()).join('\n\n')
}
