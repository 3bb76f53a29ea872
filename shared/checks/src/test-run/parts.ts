import { readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allSuites, type Extent } from '../vitest.ts'
import { workspaces } from '../repository.ts'
import { chromiumIsMissing } from './chromium.ts'
import {
  countPlaywright,
  countRerun,
  countVitest,
  single,
  sum,
  withoutReason,
  type Count,
  type VitestReport,
} from './count.ts'
import { findPostgres } from './postgres.ts'
import { progress, withoutSuites } from './progress.ts'
import { runCommand } from './run-command.ts'

/** A part of a test run, by the name by which it can be run alone. */
export type TestPart = { readonly name: string; readonly title: string; run(context: Context): Promise<Count> }

export type Context = {
  /** Absolute path of the repository. */
  readonly root: string
  /** `core` is `npm test`, `rest` is what it leaves out, `all` is both. */
  readonly extent: Extent
  /** The variables by which tests find Chromium; undefined where there is none. */
  readonly chromium: NodeJS.ProcessEnv | undefined
  /** Whether failed suites and journeys run once more, after all others; `.ci/run` alone asks for it. */
  readonly rerunsFailed: boolean
  readonly say: (line: string) => void
}

const node = process.execPath
const beside = (file: string) => join(import.meta.dirname, file)

const statics: readonly TestPart[] = [
  check('format', 'Format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']),
  check('types', 'Types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
  check('lint', 'Lint', ['node_modules/oxlint/bin/oxlint']),
  check('versions', 'Versions of the shared packages', ['shared/preset/src/public-api/write-public-api.ts', '--check']),
  check('dead', 'Dead code', ['node_modules/knip/bin/knip.js']),
]
const unit: TestPart = { name: 'unit', title: 'Unit and component tests', run: context => vitest(context, [], {}) }
const onPostgres: TestPart = { name: 'postgres', title: "The service's tests on PostgreSQL", run: postgres }
const building: TestPart = { name: 'builds', title: 'Builds of the five apps', run: builds }
const journeys: TestPart = { name: 'browser', title: 'Browser journeys', run: browser }

/** Minutes of a run on two quiet cores. */
export const minutes: Readonly<Record<Extent, number>> = { core: 6, rest: 24, all: 30 }

/** The steps of a run in order. The lanes of a step run side by side, the parts of a lane one after the other. */
export const steps: Readonly<Record<Extent, readonly (readonly (readonly TestPart[])[])[]>> = {
  core: [[statics, [unit]], [[building, journeys]]],
  rest: [[[unit, onPostgres, journeys]]],
  all: [[statics, [unit]], [[onPostgres, building, journeys]]],
}

function check(name: string, title: string, words: readonly string[]): TestPart {
  return {
    name,
    title,
    async run({ root }) {
      const { code, output } = await runCommand([node, ...words], { cwd: root, limitMs: 5 * 60_000 })
      return single(code === 0, code === 0 ? [] : [output.trim().split('\n').slice(0, 60).join('\n')])
    },
  }
}

async function vitest(context: Context, filters: readonly string[], env: NodeJS.ProcessEnv): Promise<Count> {
  const first = await runVitest(context, filters, env)
  if (first.report === undefined) return single(false, [`the tests could not be run:\n${first.output.slice(-4_000)}`])
  const count = countRun(first.report, first, context)
  const failed = first.report.testResults.filter(({ status }) => status === 'failed')
  if (!context.rerunsFailed || failed.length === 0) return count
  const suites = failed.map(({ name }) => name.replace(`${context.root}/`, ''))
  context.say(`These suites run once more: ${suites.join(', ')}`)
  const again = await runVitest(context, suites, env)
  return again.report === undefined ? count : countRerun(count, countRun(again.report, again, context))
}

/** An error outside every test (an unhandled rejection, a crash) fails the run though no test failed. */
function countRun(report: VitestReport, { code, output }: VitestRun, { root }: Context): Count {
  const count = countVitest(report, root)
  const isUnexplained = count.failed === 0 || withoutReason(report).length > 0
  return code !== 0 && isUnexplained
    ? sum([count, single(false, [`an error outside the tests:\n${output.slice(-4_000)}`])])
    : count
}

type VitestRun = { readonly report: VitestReport | undefined; readonly code: number; readonly output: string }

async function runVitest(
  { root, extent, chromium, say }: Context,
  filters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<VitestRun> {
  const report = await reportFile()
  const reporters = ['--reporter=json', `--outputFile=${report}`, `--reporter=${beside('vitest-progress.ts')}`]
  const { code, output } = await runCommand([node, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filters], {
    cwd: root,
    env: { TEST_EXTENT: extent, ...chromium, ...env },
    onLine: progress(say),
    limitMs: 30 * 60_000,
  })
  const text = await readFile(report, 'utf8').catch(() => undefined)
  const parsed = text === undefined ? undefined : (JSON.parse(text) as VitestReport)
  return { report: parsed, code, output: withoutSuites(output).trim() }
}

/** Suites that begin with `// @postgres` run again on PostgreSQL, which locks, races and restarts differently. */
async function postgres(context: Context): Promise<Count> {
  const { root, say } = context
  const suites = allSuites().filter(suite => readFileSync(join(root, suite), 'utf8').startsWith('// @postgres\n'))
  const all: Context = { ...context, extent: 'all' }
  const url = await findPostgres(root, process.env)
  if (url !== undefined) return vitest(all, suites, { TEST_DATABASE_URL: url })
  say(`PostgreSQL does not answer (DATABASE_URL, else 127.0.0.1:5432): ${suites.length} suites are skipped on it.`)
  const words = [node, 'node_modules/vitest/vitest.mjs', 'list', '--json', ...suites]
  const { output } = await runCommand(words, { cwd: root, env: { TEST_EXTENT: 'all' } })
  return { passed: 0, failed: 0, skipped: listed(output), notes: [] }
}

function listed(output: string): number {
  try {
    const list: unknown = JSON.parse(output.slice(output.indexOf('[')))
    return Array.isArray(list) ? list.length : 1
  } catch {
    return 1
  }
}

async function builds({ root }: Context): Promise<Count> {
  const apps = workspaces(root)
    .map(workspace => workspace.folder)
    .filter(folder => folder === 'shell' || folder.startsWith('remote-'))
  const counts: Count[] = []
  for (const app of apps) {
    const { code, output } = await runCommand([node, '../node_modules/@rspack/cli/bin/rspack.js', 'build'], {
      cwd: join(root, app),
      env: { NODE_ENV: 'production' },
      limitMs: 5 * 60_000,
    })
    const problem = output.slice(Math.max(0, output.indexOf('ERROR in'))).trim()
    counts.push(single(code === 0, code === 0 ? [] : [`${app} could not be built:\n${problem.slice(0, 2_000)}`]))
  }
  return sum(counts)
}

/** The journeys tagged `@core` belong to `npm test`. */
const tags: Readonly<Record<Extent, readonly string[]>> = {
  core: ['--grep', '@core'],
  rest: ['--grep-invert', '@core'],
  all: [],
}

async function browser(context: Context): Promise<Count> {
  if (context.chromium === undefined) return single(false, [chromiumIsMissing])
  const first = await runPlaywright(context, tags[context.extent])
  if (!context.rerunsFailed || !first.failedTests?.length) return first
  context.say(`${first.failedTests.length} failed journeys run once more, alone`)
  return countRerun(first, await runPlaywright(context, ['--last-failed', '--workers=1']))
}

async function runPlaywright({ root, chromium, say }: Context, options: readonly string[]): Promise<Count> {
  const report = await reportFile()
  const reporters = `--reporter=json,${beside('playwright-progress.ts')}`
  const words = ['node_modules/playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', reporters, ...options]
  const { output } = await runCommand([node, ...words], {
    cwd: root,
    env: { ...chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    onLine: progress(say),
    limitMs: 45 * 60_000,
  })
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return single(false, [`the journeys could not be run:\n${output.trim().slice(-4_000)}`])
  return countPlaywright(JSON.parse(text) as Parameters<typeof countPlaywright>[0])
}

async function reportFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'adcoin-test-')), 'report.json')
}
