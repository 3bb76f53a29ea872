import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@adcoin/checks/repository'
import { runNpm, runProgram } from './templates.ts'
import { createRemotePage } from './create-page.ts'
import { createRemote } from './create-remote.ts'
import { CreateError } from './names.ts'
import { createRepository, packPlatform } from './create-repository.ts'

const usage = [
  'npm run new -- remote-news [--icon NAME]             a whole remote: manifest, code, screen, translations, tests, README',
  'npm run new -- remote-news --outside ../news         the same in a new repository',
  'npm run new -- screen remote-news/board              one more screen of a remote',
  'npm run new -- platform ../news                      the shared packages as they are now, for such a repository',
].join('\n')
/** The shell draws this icon itself, so the tab has it from the first paint on. */
const ordinaryIcon = 'info'
/** Other machines read the lock file with other registries. */
const installing = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--omit-lockfile-registry-resolved']

/** npm run new: makes a remote, a screen or a repository without questions, and prints the next steps. */
function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { icon: { type: 'string' }, outside: { type: 'string' } },
    })
    const [first, second, ...more] = positionals
    const isRemote = first !== 'screen' && first !== 'platform'
    if (first === undefined || (isRemote ? second !== undefined : second === undefined) || more.length > 0)
      throw new TypeError('Give one remote, "screen" and one screen, or "platform" and one folder.')
    if (!isRemote && (values.icon ?? values.outside) !== undefined)
      throw new TypeError('--icon and --outside are for a new remote.')
    if (first === 'screen') makeScreen(second ?? '')
    else if (first === 'platform') refreshPlatform(resolveTypedFolder(second ?? ''))
    else if (values.outside === undefined) makeRemote(first, values.icon ?? ordinaryIcon)
    else makeRepository(resolveTypedFolder(values.outside), first, values.icon ?? ordinaryIcon)
    return 0
  } catch (error) {
    if (error instanceof CreateError) {
      console.error(error.message)
      return 1
    }
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
}

/** Resolves a typed folder against the folder where npm was started. */
function resolveTypedFolder(folder: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', folder)
}

function makeRepository(folder: string, remote: string, icon: string): void {
  formatFiles(createRepository(folder, remote, icon).map(file => join(folder, file)))
  runNpm(folder, ...installing)
  console.info(
    [
      `Made ${folder} with ${remote} and the shared packages in platform/. Its README has the rest:`,
      '',
      `  cd ${folder} && git init`,
      `  npm run dev -w ${remote}        alone in a browser`,
      `  npm run check -w ${remote}      format, types, lint and translations`,
      `  DATA_DIR=… npm run release -- publish ${remote} --why "first"`,
    ].join('\n'),
  )
}

function refreshPlatform(folder: string): void {
  if (!existsSync(join(folder, 'platform')))
    throw new CreateError(
      `${folder} has no platform/: "npm run new -- remote-… --outside" did not make this repository.`,
    )
  packPlatform(folder)
  console.info(
    `Packed the shared packages into ${join(folder, 'platform')}. Next, in ${folder}: npm install, npm run check, publish.`,
  )
}

function makeRemote(name: string, icon: string): void {
  const files = createRemote(repositoryRoot, name, icon)
  formatFiles(files)
  runNpm(repositoryRoot, ...installing)
  writeReferences()
  console.info(
    [
      `Made ${name}: ${files.length} files, an npm workspace. Change its translations, screen and manifest.`,
      '',
      `  npm run dev -w ${name}                            alone in a browser, with test people and a mocked API`,
      `  npm run check -w ${name}                          format, types, lint and translations`,
      `  npm run new -- screen ${name}/board               one more screen`,
      `  npm run release -- publish ${name} --why "first"  makes it live while npm start runs`,
      '',
      "The first publish creates the team's signing key on this machine. If teams keep their own keys (RELEASE_KEYS=given), create it first:",
      `  npm run release -- keys --make ${name}`,
      `To remove it, make no release of it live: npm run release -- promote ${name} --none --why …; then delete the folder and run npm install and npm run references.`,
    ].join('\n'),
  )
}

function makeScreen(name: string): void {
  const files = createRemotePage(repositoryRoot, name)
  const remote = name.split('/')[0] ?? ''
  formatFiles(files)
  writeReferences()
  console.info(
    [
      `Made or changed ${files.length} files:`,
      ...files.map(file => `  ${file}`),
      `Try it: npm run check -w ${remote}, npm run dev -w ${remote}.`,
    ].join('\n'),
  )
}

/** Writes the pages that are generated from the sources. A team's repository has none. */
function writeReferences(): void {
  if (!existsSync(join(repositoryRoot, 'tools/reference'))) return
  const words = ['tools/checks/bin/run.mjs', 'tools/reference/src/main.ts']
  runProgram(repositoryRoot, process.execPath, words, 'npm run references')
}

/** Formats the files as `npm run format` does: long names change where lines break. */
function formatFiles(files: readonly string[]): void {
  const words = [join(repositoryRoot, 'node_modules/oxfmt/bin/oxfmt'), ...files.filter(file => !file.endsWith('.md'))]
  runProgram(repositoryRoot, process.execPath, words, 'npm run format')
}

process.exitCode = main(process.argv.slice(2))
