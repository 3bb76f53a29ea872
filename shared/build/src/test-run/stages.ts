import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaces } from '../repository.ts'
import { headlessShell } from '../chromium-path.ts'
import { chromiumIsMissing, findChromium } from './chromium.ts'
import { countPlaywright, countVitest, single, sum, type Count } from './count.ts'
import { findPostgres } from './postgres.ts'
import { progress, withoutSuites } from './progress.ts'
import { runCommand } from './run-command.ts'

/** A part of `npm test`, by the name that can be asked for alone. */
export type Stage = {
  readonly name: string
  readonly says: string
  run(root: string, say: Say): Promise<Count>
}
type Say = (line: string) => void

const node = process.execPath
const beside = (file: string) => join(import.meta.dirname, file)

export const stages: readonly Stage[] = [
  { name: 'format', says: 'Format', run: root => check(root, [node, 'node_modules/oxfmt/bin/oxfmt', '--check', '.']) },
  {
    name: 'types',
    says: 'Types',
    run: root => check(root, [node, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
  },
  { name: 'lint', says: 'Lint with the import law', run: root => check(root, [node, 'shared/build/src/lint/lint.ts']) },
  { name: 'dead', says: 'Dead code', run: root => check(root, [node, 'node_modules/knip/bin/knip.js']) },
  { name: 'unit', says: 'Unit and component tests', run: (root, say) => vitest(root, say, [], {}) },
  { name: 'postgres', says: "The service's tests on PostgreSQL", run: postgres },
  { name: 'builds', says: 'Builds of the five apps', run: builds },
  { name: 'browser', says: 'Browser journeys', run: browser },
]

async function check(root: string, words: readonly string[]): Promise<Count> {
  const { code, output } = await runCommand(words, { cwd: root, limitMs: 5 * 60_000 })
  return single(code === 0, code === 0 ? [] : [output.trim().split('\n').slice(0, 60).join('\n')])
}

async function vitest(root: string, say: Say, filters: readonly string[], env: NodeJS.ProcessEnv): Promise<Count> {
  const report = join(await mkdtemp(join(tmpdir(), 'adcoin-test-')), 'report.json')
  const reporters = ['--reporter=json', `--outputFile=${report}`, `--reporter=${beside('vitest-progress.ts')}`]
  const { code, output } = await runCommand([node, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filters], {
    cwd: root,
    env,
    onLine: progress(say),
    // Eight minutes on two quiet cores.
    limitMs: 30 * 60_000,
  })
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return single(false, [`the tests could not be run:\n${output.trim().slice(-4_000)}`])
  const parsed = JSON.parse(text) as Parameters<typeof countVitest>[0]
  const count = countVitest(parsed, root)
  // An error outside every test (an unhandled rejection) fails the run though each test passed.
  return code !== 0 && count.failed === 0
    ? sum([count, single(false, [`an error outside the tests:\n${withoutSuites(output).slice(-4_000)}`])])
    : count
}

async function postgres(root: string, say: Say): Promise<Count> {
  const url = await findPostgres(root, process.env)
  if (url !== undefined) return vitest(root, say, ['api/'], { TEST_DATABASE_URL: url })
  const report = await runCommand([node, 'node_modules/vitest/vitest.mjs', 'list', '--json', 'api/'], { cwd: root })
  const skipped = report.code === 0 ? listed(report.output) : 1
  say(
    `  PostgreSQL does not answer (DATABASE_URL, else 127.0.0.1:5432): ${skipped} tests of the service ran on the embedded database only and are counted as skipped here.`,
  )
  return { passed: 0, failed: 0, skipped, says: [] }
}

function listed(output: string): number {
  try {
    const list: unknown = JSON.parse(output.slice(output.indexOf('[')))
    return Array.isArray(list) ? list.length : 1
  } catch {
    return 1
  }
}

async function builds(root: string): Promise<Count> {
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
    counts.push(
      single(
        code === 0,
        code === 0
          ? []
          : [
              `${app} could not be built:\n${output
                .slice(Math.max(0, output.indexOf('ERROR in')))
                .trim()
                .slice(0, 2_000)}`,
            ],
      ),
    )
  }
  return sum(counts)
}

async function browser(root: string, say: Say): Promise<Count> {
  const path = await findChromium(root, say)
  if (path === undefined) return single(false, [chromiumIsMissing])
  const report = join(await mkdtemp(join(tmpdir(), 'adcoin-test-')), 'report.json')
  const { output } = await runCommand(
    [
      node,
      'node_modules/playwright/cli.js',
      'test',
      '-c',
      'e2e/playwright.config.ts',
      `--reporter=json,${beside('playwright-progress.ts')}`,
    ],
    {
      cwd: root,
      env: {
        // Playwright's own is found by nobody else.
        ...(headlessShell() ? {} : { CHROMIUM_PATH: path }),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      onLine: progress(say),
      // Eleven minutes on two quiet cores.
      limitMs: 45 * 60_000,
    },
  )
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined)
    return single(false, [`the browser journeys could not be run:\n${output.trim().slice(-4_000)}`])
  return countPlaywright(JSON.parse(text) as Parameters<typeof countPlaywright>[0])
}
