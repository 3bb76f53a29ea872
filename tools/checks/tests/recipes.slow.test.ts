import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyRepository } from '../src/copied-repository.ts'
import { repositoryRoot } from '../src/repository.ts'

/** Recipes that a program can follow: their changes are blocks with a place. In this order, in one copy. */
const recipes = ['screen', 'event', 'setting', 'call', 'shared-component', 'gate-rule']

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'adcoin-recipes-'))
const root = join(folder, 'repository')
beforeAll(() => {
  copyRepository(root)
  recipes.forEach(followRecipe)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

const readRecipe = (name: string): string => readFileSync(join(repositoryRoot, `docs/recipes/${name}.md`), 'utf8')
/** A block without the indent of its list. */
const dedent = (block: string): string => block.replaceAll(/^ {3}/gm, '')

const block = String.raw`[^\n]*:\s*\n *(?:\x60{3}\w+\n(?<text>[^]*?)\n *\x60{3}|\x60(?<line>import [^\x60\n]+)\x60)$`
const beside = String.raw`(?:"(?<quoted>[^"\n]+)"|\x60(?<coded>[^\x60\n]+)\x60)`
const languages = String.raw`(?<texts>(?: *- \w+ \x60[^\n]+\x60\n)+)`
/** The changes that a recipe asks for; docs.test.ts finds their places. */
const steps = [
  String.raw`\*\*New\*\* \x60(?<made>[^\x60]+)\x60${block}`,
  String.raw`In \x60(?<file>[^\x60]+)\x60, (?<where>above|below|at its end)(?: ${beside})?${block}`,
  String.raw`In each file of \x60(?<locales>[^\x60]+)\x60, below ${beside}[^\n]*\n\n${languages}`,
  String.raw`In \x60(?<changed>[^\x60]+)\x60, \x60(?<before>[^\x60]+)\x60 becomes\s+\x60(?<after>[^\x60]+)\x60`,
].join('|')

function followRecipe(name: string): void {
  const found = [...readRecipe(name).matchAll(new RegExp(steps, 'gm'))]
  const blocks = [...readRecipe(name).matchAll(/^ *```(?!sh)\w+$/gm)].length
  const withBlock = found.filter(({ groups }) => groups?.['text'] !== undefined).length
  if (withBlock !== blocks) throw new Error(`${name}: ${blocks} blocks, and ${withBlock} have a place`)
  for (const { groups: step = {} } of found) {
    const { made, file, where, locales, texts = '', changed, before = '', after = '' } = step
    const text = `${dedent(step['text'] ?? step['line'] ?? '')}\n`
    const place = step['quoted'] ?? step['coded'] ?? ''
    if (made !== undefined) {
      mkdirSync(dirname(join(root, made)), { recursive: true })
      writeFileSync(join(root, made), text)
    } else if (file !== undefined) edit(file, old => (place === '' ? old + text : addLine(old, place, where, text)))
    else if (changed !== undefined) edit(changed, old => old.replace(before, () => after))
    else
      for (const [, language, line] of texts.matchAll(/- (\w+) `([^\n]+)`\n/g))
        edit(`${locales}/${language}.json`, old => addLine(old, place, 'below', `    ${line}\n`))
  }
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(root, file), change(text))
}

/** The new lines above or below the line with the named text. */
function addLine(text: string, place: string, where = 'below', lines: string): string {
  const at = text.indexOf(place)
  if (at < 0) throw new Error(`no line has ${place}`)
  const end = where === 'above' ? text.lastIndexOf('\n', at) + 1 : text.indexOf('\n', at) + 1
  return text.slice(0, end) + lines + text.slice(end)
}

/** Those of the blocks at the end, each once for all recipes. Pictures of the gallery need a browser: not here. */
function listCommands(): readonly string[] {
  const commands = recipes.flatMap(name =>
    [...readRecipe(name).matchAll(/^ {3}(np[xm] [^\n#]+)/gm)].map(([, command = '']) => command.trim()),
  )
  const first = ['npx oxfmt .', 'npm run references']
  return [...first, ...new Set(commands.filter(command => !first.includes(command)))]
}

it.each(listCommands())(
  'the recipes followed as they stand: %s',
  async command => {
    // A person has no half of the suites in mind, as the run of this test may.
    const env = { ...process.env, TEST_EXTENT: undefined, NODE_ENV: undefined }
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
    const ran = run('sh', ['-c', command], { cwd: root, env: { ...env, PATH }, maxBuffer: 1e8 })
    const { stdout = '', stderr = '' } = await ran.then(
      () => ({}) as { stdout?: string; stderr?: string },
      (error: { stdout?: string; stderr?: string }) => error,
    )
    expect(stdout.slice(-4_000) + stderr.slice(-4_000)).toBe('')
  },
  600_000,
)
