import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@adcoin/checks/repository'
import { installing, installPackages } from './install-packages.ts'
import { runNpm, runProgram } from './templates.ts'
import { createRemotePage } from './create-page.ts'
import { createRemote } from './create-remote.ts'
import { CreateError } from './names.ts'
import { createRepository } from './create-repository.ts'
import { finishUpgrade } from './finish-upgrade.ts'
import { packPlatform } from './pack-platform.ts'
import { bringPlatform } from './bring-platform.ts'

const usage = [
  'npm run new -- remote-news [--icon NAME]             a whole remote: manifest, code, screen, translations, tests, README',
  'npm run new -- remote-news --outside ../news         the same in a new repository; --from URL: of newer platforms',
  'npm run new -- screen remote-news/board              one more screen of a remote',
  'npm run new -- platform FOLDER                       the shared packages as they are now, for npm run upgrade there',
  'npm run upgrade -- [FOLDER or URL]                   in such a repository: a newer platform',
].join('\n')
/** The shell draws this icon itself, so the tab has it from the first paint on. */
const ordinaryIcon = 'info'
/** Commands that are no new remote, with the number of words after them. */
const commands: Readonly<Record<string, readonly number[]>> = {
  screen: [1],
  platform: [1],
  upgrade: [0, 1],
  'finish-upgrade': [1],
}

/** npm run new: makes a remote, a screen or a repository without questions, and prints the next steps. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { icon: { type: 'string' }, outside: { type: 'string' }, from: { type: 'string' } },
    })
    const [first = '', ...more] = positionals
    const isCommand = Object.hasOwn(commands, first)
    if (first === '' || !(commands[first] ?? [0]).includes(more.length))
      throw new TypeError('Give one remote, "screen" and one screen, or "platform" and one folder.')
    if (isCommand && Object.keys(values).length > 0) throw new TypeError('Options are for a new remote.')
    if (values.from !== undefined && values.outside === undefined) throw new TypeError('--from goes with --outside.')
    await runCommand(first, more[0], { icon: ordinaryIcon, ...values })
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

type Options = { readonly icon: string; readonly outside?: string; readonly from?: string }

async function runCommand(first: string, word: string | undefined, { icon, outside, from }: Options): Promise<void> {
  if (first === 'screen') makeScreen(word ?? '')
  else if (first === 'platform') await givePlatform(resolveTypedFolder(word ?? ''))
  else if (first === 'upgrade') await bringPlatform(repositoryRoot, word)
  else if (first === 'finish-upgrade') finishUpgrade(repositoryRoot, word ?? '')
  else if (outside === undefined) makeRemote(first, icon)
  else makeRepository(resolveTypedFolder(outside), first, icon, from)
}

/** Resolves a typed folder against the folder where npm was started. */
function resolveTypedFolder(folder: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', folder)
}

function makeRepository(folder: string, remote: string, icon: string, from?: string): void {
  formatFiles(createRepository(folder, remote, icon, from).map(file => join(folder, file)))
  installPackages(folder)
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

/** Packs the platform into a folder, or brings it into a team's repository at once. */
async function givePlatform(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'package.json'))) {
    const { version } = packPlatform(folder)
    console.info(
      `Packed the platform ${version} into ${folder}. A team takes it by npm run upgrade -- ${folder}, or from the address of a web server that serves it.`,
    )
    return
  }
  if (!existsSync(join(folder, 'platform')))
    throw new CreateError(
      `${folder} has no platform/: "npm run new -- remote-… --outside" did not make this repository.`,
    )
  const packed = mkdtempSync(join(tmpdir(), 'adcoin-platform-'))
  try {
    packPlatform(packed)
    await bringPlatform(folder, packed)
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
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
      `To remove it, make no release of it live: npm run release -- promote ${name} --none --why …; then delete the folder and run npm install and npm run references. Its key stays: npm run release -- keys names it.`,
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

process.exitCode = await main(process.argv.slice(2))
