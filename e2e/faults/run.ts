import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rootFolder } from '../product/product.ts'
import { faults } from './table.ts'

const usage = `npm run faults -- --report [--only NUMBER,NUMBER] [--json]
  tries the faults of the table in a browser: which are met, how soon, what was lost, which test proves the others.
  ADCOIN_URL and ADCOIN_DATA_DIR name a running product; without them one is started.`

/** One worker: beside other tests the times would be those of the machine. */
function main(words: readonly string[]): number {
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined
  const unknown = only?.split(',').filter(id => !faults.some(fault => fault.id === id)) ?? []
  if (!words.includes('--report') || unknown.length > 0) {
    console.error(unknown.length > 0 ? `unknown fault: ${unknown.join(', ')}\n${usage}` : usage)
    return 2
  }
  const ids = only?.replaceAll(',', '|') ?? String.raw`[A-M]\d\d`
  const playwright = ['test', '-c', 'e2e/playwright.config.ts', '--workers=1', '--grep', String.raw`\b(${ids}) `]
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/playwright/cli.js',
      ...playwright,
      `--reporter=${join(rootFolder, 'e2e/faults/fault-report.ts')}`,
      'remote-faults',
      'page-faults',
      'broken-shell',
      '--pass-with-no-tests',
    ],
    {
      cwd: rootFolder,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(only === undefined ? {} : { FAULTS_ONLY: only }),
        ...(words.includes('--json') ? { FAULTS_JSON: '1' } : {}),
      },
    },
  )
  return status ?? 1
}

process.exitCode = main(process.argv.slice(2))
