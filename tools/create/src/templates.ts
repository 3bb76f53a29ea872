import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CreateError } from './names.ts'

/**
 * Runs the npm that started this process, with its settings; otherwise the installed npm.
 *
 * @returns its output
 * @throws CreateError
 */
export function runNpm(folder: string, ...words: readonly string[]): string {
  const script = process.env['npm_execpath']
  const byHand = `npm ${words[0] ?? ''}`
  if (script?.endsWith('npm-cli.js')) return runProgram(folder, process.execPath, [script, ...words], byHand)
  return runProgram(folder, 'npm', words, byHand)
}

/** @returns its output. @throws CreateError with what to do by hand */
export function runProgram(folder: string, command: string, words: readonly string[], byHand: string): string {
  const { status, stdout, stderr } = spawnSync(command, [...words], { cwd: folder, encoding: 'utf8' })
  if (status !== 0)
    throw new CreateError(
      `The files are written, but "${byHand}" failed; run it yourself.\n${`${stdout}${stderr}`.trim().slice(-1500)}`,
    )
  return stdout
}

/** Runs a TypeScript file of a team's repository with its own tools; its output is shown. @throws CreateError */
export function runVisibly(folder: string, ...words: readonly string[]): void {
  const run = join(folder, 'node_modules/@adcoin/checks/bin/run.mjs')
  const { status } = spawnSync(process.execPath, [run, ...words], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new CreateError('The platform is installed, but the step above failed.')
}

const ending = '.template'
const templates = join(import.meta.dirname, '..', 'templates')

/** Replacements of `__name__` in a template, its file names included. */
export type Fillings = Readonly<Record<string, string>>

/**
 * Writes every file of a template into a folder.
 *
 * @returns the files, relative to the folder
 * @throws where a template names a filling that is not given
 */
export function writeTemplate(
  template: 'remote' | 'page' | 'repository',
  folder: string,
  fillings: Fillings,
): readonly string[] {
  const root = join(templates, template)
  return listTemplates(root).map(file => {
    const name = fillTemplate(relative(root, file).slice(0, -ending.length), fillings)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), fillTemplate(readFileSync(file, 'utf8'), fillings), { flag: 'wx' })
    return name
  })
}

function listTemplates(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** The settings of a team's repository that are the same in each: files of its template without a filling. */
export function readSettings(): Readonly<Record<string, string>> {
  const root = join(templates, 'settings')
  return Object.fromEntries(
    listTemplates(root).map(file => [relative(root, file).slice(0, -ending.length), readFileSync(file, 'utf8')]),
  )
}

/** The scripts of the package.json of a team's repository. */
export function readTemplateScripts(): Readonly<Record<string, string>> {
  const text = readFileSync(join(templates, 'repository', `package.json${ending}`), 'utf8')
  return (JSON.parse(text) as { scripts: Record<string, string> }).scripts
}

/** The first words of a page in six languages, by language and key. */
export function readPageWords(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return JSON.parse(readFileSync(join(templates, 'page', 'texts.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
}

function fillTemplate(text: string, fillings: Fillings): string {
  return text.replaceAll(/__([A-Za-z]+)__/g, (_, name: string) => {
    const filling = fillings[name]
    if (filling === undefined) throw new Error(`the template asks for "${name}"`)
    return filling
  })
}
