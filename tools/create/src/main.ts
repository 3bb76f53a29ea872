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
  'npm run new -- remote-news [--icon NAME]             a whole remote: manifest, module, page, texts, test, README',
  'npm run new -- remote-news --outside ../news         the same in a repository of its own',
  'npm run new -- page remote-news/board                one more screen of a remote',
  'npm run new -- platform ../news                      our packages as they are now, for such a repository',
].join('\n')
/** Drawn by the frame itself, so that the tab has it from the first paint on. */
const ordinaryIcon = 'info'
/** A lock file is read on other machines, with other registries. */
const installing = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--omit-lockfile-registry-resolved']

/** npm run new: makes a remote, a page or a repository without questions, and prints the next steps. */
function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { icon: { type: 'string' }, outside: { type: 'string' } },
    })
    const [first, second, ...more] = positionals
    const isRemote = first !== 'page' && first !== 'platform'
    if (first === undefined || (isRemote ? second !== undefined : second === undefined) || more.length > 0)
      throw new TypeError('Name one remote, "page" and one page, or "platform" and one folder.')
    if (!isRemote && (values.icon ?? values.outside) !== undefined)
      throw new TypeError('--icon and --outside are for a new remote.')
    if (first === 'page') makePage(second ?? '')
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

/** A folder as it was typed, wherever npm was started. */
function resolveTypedFolder(folder: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', folder)
}

function makeRepository(folder: string, remote: string, icon: string): void {
  formatFiles(createRepository(folder, remote, icon).map(file => join(folder, file)))
  runNpm(folder, ...installing)
  console.info(
    [
      `Made ${folder} with ${remote}, our packages in platform/, and installed them. Its README says the rest:`,
      '',
      `  cd ${folder} && git init`,
      `  npm run dev -w ${remote}        alone in a browser`,
      `  npm run check -w ${remote}      format, types, lint and texts`,
      `  DATA_DIR=… npm run release -- publish ${remote} --why "first"`,
    ].join('\n'),
  )
}

function refreshPlatform(folder: string): void {
  if (!existsSync(join(folder, 'platform')))
    throw new CreateError(
      `${folder} has no platform/: it is no repository that "npm run new -- remote-… --outside" made.`,
    )
  packPlatform(folder)
  console.info(`Packed into ${join(folder, 'platform')}. There: npm install, npm run check, publish.`)
}

function makeRemote(name: string, icon: string): void {
  const files = createRemote(repositoryRoot, name, icon)
  formatFiles(files)
  runNpm(repositoryRoot, ...installing)
  writeReferences()
  console.info(
    [
      `Made ${name}: ${files.length} files, linked as a workspace. Its words, page and manifest are a beginning; change them.`,
      '',
      `  npm run dev -w ${name}                            alone in a browser, with people and answers of the API double`,
      `  npm run check -w ${name}                          format, types, lint and texts of it`,
      `  npm run new -- page ${name}/board                 one more screen`,
      `  npm run release -- publish ${name} --why "first"  live beside the others, while npm start runs`,
      '',
      'Its key: made with its first publish on this machine; where each team holds its own (RELEASE_KEYS=given),',
      `  npm run release -- keys --make ${name}`,
      `To let it go again: npm run release -- promote ${name} --none --why …, then delete the folder, npm install, npm run references.`,
    ].join('\n'),
  )
}

function makePage(name: string): void {
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

/** The pages that are made from the sources; a team's own repository has none. */
function writeReferences(): void {
  if (!existsSync(join(repositoryRoot, 'tools/reference'))) return
  const words = ['tools/checks/bin/run.mjs', 'tools/reference/src/main.ts']
  runProgram(repositoryRoot, process.execPath, words, 'npm run references')
}

/** As `npm run format` would write them: lines break where names are long. */
function formatFiles(files: readonly string[]): void {
  const words = [join(repositoryRoot, 'node_modules/oxfmt/bin/oxfmt'), ...files.filter(file => !file.endsWith('.md'))]
  runProgram(repositoryRoot, process.execPath, words, 'npm run format')
}

process.exitCode = main(process.argv.slice(2))
