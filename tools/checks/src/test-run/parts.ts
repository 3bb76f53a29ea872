import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot, listWorkspaces } from '../repository.ts'
import { listSuites, type Extent } from '../vitest.ts'
import { findPostgres, isInstalled } from './machine.ts'
import { createFailure, isFailed, readPlaywright, readVitest, withRerun, type Result } from './results.ts'
import { runNode } from './run-node.ts'

/** A part of a test run, by the name by which it can be run alone. */
export type TestPart = {
  readonly name: string
  readonly title: string
  run(context: Context): Promise<readonly Result[]>
}

export type Context = {
  /** `core` is `npm test`, `rest` is what it leaves out, `all` is both. */
  readonly extent: Extent
  /** The variables by which tests find Chromium; undefined if there is none. */
  readonly chromium: NodeJS.ProcessEnv | undefined
  /** Whether failed suites and journeys run once more, after all others; `.ci/run` alone asks for it. */
  readonly rerunsFailed: boolean
  readonly say: (line: string) => void
}

const statics = [
  check('format', 'Format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']),
  check('types', 'Types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
  check('lint', 'Lint', ['node_modules/oxlint/bin/oxlint']),
  check('versions', 'Version of the platform', ['tools/preset/src/platform/write-platform.ts', '--check']),
  check('dead', 'Dead code', ['node_modules/knip/bin/knip.js']),
]
const unit = { name: 'unit', title: 'Unit and component tests', run: (context: Context) => runUnits(context) }
const onPostgres = { name: 'postgres', title: "The service's tests on PostgreSQL", run: runOnPostgres }
const builds = { name: 'builds', title: 'Builds of the five apps', run: buildApps }
const journeys = { name: 'browser', title: 'Browser journeys', run: runJourneys }
const engines = [
  { name: 'firefox', title: 'Journeys in Firefox', program: 'firefox-esr' },
  { name: 'webkit', title: 'Journeys in WebKit', program: 'WebKitWebDriver' },
].map(({ program, ...part }) => ({ ...part, run: (context: Context) => runEngine(context, part.name, program) }))

/** Minutes of a run on two quiet cores. */
export const minutes: Readonly<Record<Extent, number>> = { core: 6, rest: 30, all: 36 }

/** The steps of a run in order. The lanes of a step run side by side, the parts of a lane one after the other. */
export const steps: Readonly<Record<Extent, readonly (readonly (readonly TestPart[])[])[]>> = {
  core: [[statics, [unit]], [[builds, journeys]]],
  rest: [[[unit, onPostgres, journeys, ...engines]]],
  all: [[statics, [unit]], [[onPostgres, builds, journeys, ...engines]]],
}

/** A Node program that exits with 0 or prints its problems. */
function check(name: string, title: string, words: readonly string[]): TestPart {
  return { name, title, run: async () => [await tryProgram(title, words)] }
}

async function tryProgram(suite: string, words: readonly string[], options = {}): Promise<Result> {
  const began = performance.now()
  const { code, output } = await runNode(words, options)
  if (code === 0) return { suite, name: 'passes', state: 'passed', ms: performance.now() - began }
  const problem = output.slice(Math.max(0, output.indexOf('ERROR in'))).trim()
  return createFailure(suite, problem.split('\n').slice(0, 60).join('\n'), 'is not well')
}

async function buildApps(): Promise<readonly Result[]> {
  const apps = listWorkspaces().filter(({ folder }) => folder === 'shell' || folder.startsWith('remote-'))
  const results: Result[] = []
  for (const { folder } of apps) {
    const options = { cwd: join(repositoryRoot, folder), env: { NODE_ENV: 'production' } }
    results.push(await tryProgram(folder, ['../node_modules/@rspack/cli/bin/rspack.js', 'build'], options))
  }
  return results
}

/** @param suites  only these; default all of the extent */
function runUnits(context: Context, suites: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const env = { TEST_EXTENT: context.extent, ...more }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile()}`]
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--silent', ...reporters]
  return runTool(context, env, readVitest, [...words, ...suites], failed => [...words, ...failed])
}

/** Suites that begin with `// @postgres` run again on PostgreSQL, which locks, races and restarts differently. */
async function runOnPostgres(context: Context): Promise<readonly Result[]> {
  const head = (suite: string) => readFileSync(join(repositoryRoot, suite), 'utf8').split('\n', 1)[0]
  const suites = listSuites().filter(suite => head(suite) === '// @postgres')
  const url = findPostgres()
  if (url !== undefined) return runUnits({ ...context, extent: 'all' }, suites, { TEST_DATABASE_URL: url })
  context.say('PostgreSQL does not answer (DATABASE_URL, else 127.0.0.1:5432)')
  return suites.map(suite => ({ suite, name: 'on PostgreSQL', state: 'skipped', ms: 0 }))
}

/** The journeys tagged `@core` belong to `npm test`. */
const tags = { core: ['--grep', '@core'], rest: ['--grep-invert', '@core'], all: [] }

async function runJourneys(context: Context): Promise<readonly Result[]> {
  if (context.chromium === undefined) return [createFailure('the journeys', 'there is no Chromium')]
  const words = ['node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
  const again = [...words, '--last-failed', '--workers=1']
  return runTool(context, {}, readPlaywright, [...words, ...tags[context.extent]], () => again)
}

/** The journeys tagged `@core` in an engine that not every machine has. */
async function runEngine(context: Context, engine: string, program: string): Promise<readonly Result[]> {
  if (!isInstalled(program)) {
    context.say(`${program} is not installed (CONTRIBUTING.md)`)
    return [{ suite: `the journeys in ${engine}`, name: program, state: 'skipped', ms: 0 }]
  }
  const words = ['node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
  const chosen = [...words, '--grep', '@core']
  const again = [...words, '--last-failed', '--workers=1']
  const results = await runTool(context, { ENGINE: engine }, readPlaywright, chosen, () => again)
  return results.map(result => ({ ...result, suite: `${engine}: ${result.suite}` }))
}

/** The report of the tool of tests that runs: no two of them run at once. */
const reportFile = () => join(tmpdir(), 'report.json')

/** Runs a tool of tests and, where it is asked for, what failed once more by the words for these suites. */
async function runTool<Report>(
  { chromium, rerunsFailed, say }: Context,
  more: NodeJS.ProcessEnv,
  read: (report: Report) => readonly Result[],
  words: readonly string[],
  wordsAgain: (suites: readonly string[]) => readonly string[],
): Promise<readonly Result[]> {
  const env = { ...chromium, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile() }
  const run = async (these: readonly string[]) => {
    rmSync(reportFile(), { force: true })
    const { code, output } = await runNode(these, { env, onLine: showProgress(say) })
    const results = existsSync(reportFile()) ? read(JSON.parse(readFileSync(reportFile(), 'utf8')) as Report) : []
    if (code === 0 || results.some(isFailed)) return results
    // An unhandled rejection or a crash fails the run though no test failed.
    return [...results, createFailure('outside the tests', output.trim().slice(-4_000))]
  }
  const first = await run(words)
  const failed = new Set(first.filter(isFailed).flatMap(({ suite }) => (/\.tsx?$/.test(suite) ? [suite] : [])))
  if (!rerunsFailed || failed.size === 0) return first
  say(`once more: ${[...failed].join(', ')}`)
  return withRerun(first, await run(wordsAgain([...failed])))
}

/** Passes on the lines of a tool: each failure at once, and every ten seconds how far it is. */
function showProgress(say: (line: string) => void): (line: string) => void {
  let [done, saidAt] = [0, performance.now()]
  return text => {
    const line = text.trim()
    // A suite of vitest, or a journey of Playwright; the mark is ✓ if it passed.
    if (!/^[✓✘❯↓-] .*\.(?:test|spec)\.tsx?(?: \(\d+ test|:\d+:\d+ ›)/.test(line)) return
    done += 1
    if (!/^[✘❯]/.test(line) && performance.now() - saidAt < 10_000) return
    saidAt = performance.now()
    say(`${done} ended, last ${line}`)
  }
}
