import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkAppFiles } from './app-files.ts'
import { checkLocales } from '../locales/check-locales.ts'
import { computeReleaseId } from '../source-hash.ts'
import { repositoryRoot, listWorkspaces } from '../repository.ts'

/**
 * `npm run check -w remote-wallet`: format, types, lint, language files and other files of one app. All at once; each prints its
 * findings. `-- --tests` runs the app's tests too, and records in `dist/checked.json` that this source hash passed:
 * publish asks for that record.
 */
async function main(app: string, withTests: boolean): Promise<number> {
  if (!existsSync(join(repositoryRoot, app, 'package.json'))) {
    console.error(`No app is named "${app}". Name it by its workspace: npm run check -w remote-wallet`)
    return 2
  }
  const began = performance.now()
  const found = await Promise.all([
    runTool('Format (npm run format fixes it)', 'oxfmt/bin/oxfmt', '--check', app),
    runTool('Types', 'typescript/bin/tsc', '-p', writeTypesConfig(app)),
    runTool('Lint', 'oxlint/bin/oxlint', app),
    checkLanguageFiles(app),
    formatLines('Files', checkAppFiles(repositoryRoot, app)),
    withTests ? runTool('Tests', 'vitest/vitest.mjs', 'run', '--root', '.', app) : '',
  ])
  const bad = found.filter(text => text !== '')
  for (const text of bad) console.error(text)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (bad.length > 0) {
    console.info(`${app}: ${bad.length} of ${found.length} parts failed (${seconds} s).`)
    return 1
  }
  if (withTests) writeRecord(app)
  console.info(
    withTests
      ? `${app}: format, types, lint, texts, files and tests passed (${seconds} s).`
      : `${app}: format, types, lint, texts and files passed (${seconds} s). Its tests: npm test -w ${app}`,
  )
  return 0
}

function writeRecord(app: string): void {
  const folder = join(repositoryRoot, app, 'dist')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'checked.json'), `${JSON.stringify({ id: computeReleaseId(app) })}\n`)
}

/**
 * Writes a configuration that checks the types of one app and of its imports. The result is cached beside it: the next
 * check looks at changes only.
 *
 * @returns its path
 */
function writeTypesConfig(app: string): string {
  const folder = join(repositoryRoot, app, '.cache')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'tsconfig.json')
  const include = ['../*.ts', '../src/**/*', ...(app === 'shell' ? ['../tests/**/*'] : [])]
  const compilerOptions = { incremental: true, tsBuildInfoFile: './types.tsbuildinfo' }
  const own = { extends: '../../tsconfig.json', compilerOptions, include, files: listAmbientTypes() }
  writeFileSync(file, JSON.stringify(own))
  return file
}

/** Named one by one: a pattern finds nothing below node_modules. */
function listAmbientTypes(): readonly string[] {
  return listWorkspaces()
    .filter(({ manifest }) => manifest.name.startsWith('@adcoin/'))
    .flatMap(({ folder }) => {
      const place = join(repositoryRoot, folder)
      const files = existsSync(join(place, 'src')) ? readdirSync(join(place, 'src'), { recursive: true }) : []
      return files
        .map(String)
        .filter(name => name.endsWith('.d.ts') || name.startsWith('vitest-setup'))
        .filter(name => name.endsWith('.ts'))
        .map(name => join(place, 'src', name))
    })
}

/** Findings of a tool of `node_modules`; empty if there are none. */
function runTool(name: string, script: string, ...words: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'node_modules', script), ...words], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', chunk => (output += String(chunk)))
    child.stderr.on('data', chunk => (output += String(chunk)))
    child.once('error', failed)
    child.once('exit', code => done(code === 0 ? '' : `${name}:\n${output.trim()}\n`))
  })
}

function checkLanguageFiles(app: string): string {
  const problems = checkLocales(join(repositoryRoot, app, 'locales'))
  const lines = problems.map(({ file, key, message }) => `${app}/locales/${file}: ${key ? `"${key}" ` : ''}${message}`)
  return formatLines('Texts', lines)
}

function formatLines(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}\n`
}

process.exitCode = await main(process.argv[2] ?? '', process.argv.includes('--tests'))
