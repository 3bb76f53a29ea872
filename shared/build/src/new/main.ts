import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../repository.ts'
import { newPage } from './new-page.ts'
import { newRemote } from './new-remote.ts'
import { NotMade } from './refused.ts'

const usage = [
  'npm run new -- remote-news [--icon NAME]   a whole remote: card, door, page, texts, test, README',
  'npm run new -- page remote-news/board      one more screen of a remote',
].join('\n')
/** Drawn by the frame itself, so that the tab has it from the first paint on. */
const ordinaryIcon = 'info'

/** npm run new: makes a remote or a page, asks nothing, says what comes next. */
function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { icon: { type: 'string' } },
    })
    const [first, second, ...more] = positionals
    const isPage = first === 'page'
    if (first === undefined || (isPage ? second === undefined : second !== undefined) || more.length > 0)
      throw new TypeError('Name one remote, or "page" and one page.')
    if (isPage && values.icon !== undefined) throw new TypeError('A page has no tab, so no --icon.')
    if (isPage) makePage(second ?? '')
    else makeRemote(first, values.icon ?? ordinaryIcon)
    return 0
  } catch (error) {
    if (error instanceof NotMade) {
      console.error(error.message)
      return 1
    }
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
}

function makeRemote(name: string, icon: string): void {
  const files = newRemote(repositoryRoot, name, icon)
  finish(files)
  run(npmScript(), ['install', '--no-audit', '--no-fund', '--prefer-offline'], 'npm install')
  run(join(repositoryRoot, 'shared/release/bin/run.mjs'), ['shared/reference/src/main.ts'], 'npm run references')
  console.info(
    [
      `Made ${name}: ${files.length} files, linked as a workspace. Its words, page and card are a beginning; change them.`,
      '',
      `  npm run dev -w ${name}                            alone in a browser, with people and answers of the API double`,
      `  npm run check -w ${name}                          format, types, lint, law and texts of it`,
      `  npm run new -- page ${name}/board                 one more screen`,
      `  npm run release -- publish ${name} --why "first"  live beside the others, while npm start runs`,
      '',
      'Its key: made with its first publish on this machine; where each team holds its own (RELEASE_KEYS=given),',
      `  npm run release -- keys --make ${name}`,
      `To let it go again: npm run release -- retire ${name}, then delete the folder, npm install, npm run references.`,
    ].join('\n'),
  )
}

function makePage(name: string): void {
  const files = newPage(repositoryRoot, name)
  const remote = name.split('/')[0] ?? ''
  finish(files)
  run(join(repositoryRoot, 'shared/release/bin/run.mjs'), ['shared/reference/src/main.ts'], 'npm run references')
  console.info(
    [
      `Made or changed ${files.length} files:`,
      ...files.map(file => `  ${file}`),
      `Try it: npm run check -w ${remote}, npm run dev -w ${remote}.`,
    ].join('\n'),
  )
}

/** As `npm run format` would write them: lines break where names are long. */
function finish(files: readonly string[]): void {
  run(
    join(repositoryRoot, 'node_modules/oxfmt/bin/oxfmt'),
    files.filter(file => !file.endsWith('.md')),
    'npm run format',
  )
}

/** The npm that started this, so that its settings count; else the one of the machine. */
function npmScript(): string | undefined {
  const script = process.env['npm_execpath']
  return script?.endsWith('npm-cli.js') ? script : undefined
}

/** @throws NotMade with what to do by hand */
function run(script: string | undefined, words: readonly string[], byHand: string): void {
  const [command, args] = script === undefined ? ['npm', words] : [process.execPath, [script, ...words]]
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd: repositoryRoot, encoding: 'utf8' })
  if (status !== 0)
    throw new NotMade(
      `The files are there, but "${byHand}" did not end well; run it yourself.\n${`${stdout}${stderr}`.trim().slice(-1500)}`,
    )
}

process.exitCode = main(process.argv.slice(2))
