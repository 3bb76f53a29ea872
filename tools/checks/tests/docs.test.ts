import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

const docs = join(repositoryRoot, 'docs')
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(docs, folder)).filter(name => name.endsWith('.md') && name !== 'README.md')
const linesOf = (path: string): readonly string[] => readFileSync(join(docs, path), 'utf8').trimEnd().split('\n')

/** The second line of a decision: the day on which its page was first committed, or the page that replaced it. */
const status = /^(?:Accepted|Superseded by \[[^\]]+\]\([\w-]+\.md\) on) (?<day>\d{4}-\d{2}-\d{2})\.$/
const leads = ['**Decided.**', '**Why.**', '**Rejected.**', '**Would change our mind.**']

describe('a decision', () => {
  test.each(pagesIn('decisions'))('%s has the one form, on half a page', name => {
    const lines = linesOf(`decisions/${name}`)
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines[0]).toMatch(/^# \S/)
    expect(lines[1]).toMatch(status)
    const starts = leads.map(lead => lines.findIndex(line => line.startsWith(lead)))
    expect(starts.filter(at => at < 0)).toEqual([])
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })
})

test('the index shows the day of each decision, whether it was replaced, and its title', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8')
  const entries = pagesIn('decisions').map(name => {
    const [title = '', second = ''] = linesOf(`decisions/${name}`)
    const day = status.exec(second)?.groups?.['day']
    const superseded = second.startsWith('Superseded') ? ', superseded' : ''
    return `- ${day}${superseded} [${title.slice(2)}](decisions/${name})`
  })
  expect(entries.filter(entry => !index.includes(`\n${entry}\n`))).toEqual([])
})

test('the dictionary has at most 35 words, each once, in the order of the alphabet', () => {
  const words = linesOf('dictionary.md').flatMap(line => /^- \*\*([^*]+)\*\*/.exec(line)?.[1] ?? [])
  expect(words.length).toBeLessThanOrEqual(35)
  expect(words).toEqual([...new Set(words)].toSorted((one, other) => one.localeCompare(other, 'en')))
})

test('a page is written at 120 columns, a table that must be longer excepted', () => {
  const long = ['.', 'decisions', 'recipes', 'reference'].flatMap(folder =>
    pagesIn(folder).flatMap(name =>
      linesOf(join(folder, name))
        .filter(line => line.length > 120 && !line.startsWith('|'))
        .map(line => `${folder}/${name}: ${line.slice(0, 40)}`),
    ),
  )
  expect(long).toEqual([])
})

/** Words of a dialect that the vocabulary replaced; what was asked for and what people read keep theirs. */
const dialect = /\b(?:tells|told|nobody|somebody|anew|whoever|stands)\b/i

test('a page is written in plain words', () => {
  const pages = ['.', 'decisions', 'recipes'].flatMap(folder => pagesIn(folder).map(name => join(folder, name)))
  const found = pages
    .filter(page => !['specification.md', 'glossary.md'].includes(page))
    .flatMap(page => linesOf(page).flatMap(line => (dialect.test(line) ? [`${page}: ${line}`] : [])))
  expect(found).toEqual([])
})

test('the index names every page', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8')
  const pages = ['.', 'decisions', 'recipes', 'reference'].flatMap(folder =>
    pagesIn(folder).map(name => join(folder, name)),
  )
  expect(pages.filter(page => !index.includes(`(${page})`))).toEqual([])
})

const files = globSync('**', {
  cwd: repositoryRoot,
  exclude: path => /(^|\/)(node_modules|dist|\.git|\.data|test-results)$/.test(path),
})
/** Also folders: `globSync` lists them, without the slash at the end. */
const places = new Set(files)
const ends = new Set(files.flatMap(path => path.split('/').map((_, at, names) => names.slice(at).join('/'))))

const isPath = /^(?!\.{1,2}\/)[\w.{},*-]+(?:\/[\w.{},*-]+)*\/?$/
/** Names of sources and pages; JSON and HTML that a page names without a folder are mostly what a program writes. */
const isOfOurs = /\/$|\.(?:tsx?|mjs|css|sql|md|ya?ml|sh)$/

const exists = (path: string): boolean =>
  /[*{]/.test(path) ? files.some(file => matchesGlob(file, path)) : places.has(path)

/** Whether a path with folders begins at the root or in the workspace of a README; `task/list` is an address. */
function beginsHere(name: string, folder: string): boolean {
  const [first = '', ...rest] = name.split('/')
  return rest.length > 0 && [first, join(folder, first)].some(exists)
}

/**
 * Whether a back-ticked path leads to a file or folder: from the root, from the workspace of a README, or by its end.
 */
function leadsSomewhere(name: string, folder: string): boolean {
  const path = name.replace(/\/$/, '')
  if ([path, join(folder, path), join(folder, 'src', path)].some(exists)) return true
  if (folder === '.') return /[*{]/.test(path) ? exists(`**/${path}`) : ends.has(path)
  return !path.includes('/') && files.some(file => file.startsWith(`${folder}/`) && matchesGlob(basename(file), path))
}

/** The paths that a page names in back-ticks, without its blocks of code and the files that its recipe makes. */
function pathsIn(page: string, folder: string): readonly string[] {
  const text = readFileSync(join(repositoryRoot, page), 'utf8').replaceAll(/^ *```.*?^ *```/gms, '')
  const made = new Set([...text.matchAll(/\*\*New\*\* `([^`]+)`/g)].map(([, path]) => path))
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter(name => isPath.test(name) && !made.has(name))
    .filter(name => isOfOurs.test(name) || beginsHere(name, folder))
}

const pages = globSync(['*.md', '{shell,ops,api,release,remote-*}/*.md', '{shared,tools}/*/*.md', 'docs/**/*.md'], {
  cwd: repositoryRoot,
})

test.each(pages)('every file and folder that %s names is there', page => {
  const folder = page.startsWith('docs/') ? '.' : dirname(page)
  expect(pathsIn(page, folder).filter(name => !leadsSomewhere(name, folder))).toEqual([])
})

test('links between pages lead somewhere', () => {
  const lost = pages.flatMap(page =>
    [...readFileSync(join(repositoryRoot, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .filter(([, link = '']) => !existsSync(join(repositoryRoot, dirname(page), link)))
      .map(([, link]) => `${page}: ${link}`),
  )
  expect(lost).toEqual([])
})

/** A change that a recipe asks for: the file, and the text in it that is replaced, or beside which the new one goes. */
const changes = /^ *In (?:each file of )?`([^`]+)`, (?:(?:above|below) (?:"([^"]+)"|`([^`]+)`)|`([^`]+)` becomes)/gm

test.each(pagesIn('recipes'))('the places that %s names are there', name => {
  const page = readFileSync(join(docs, 'recipes', name), 'utf8')
  const missing = [...page.matchAll(changes)].filter(([, path = '', quoted, beside, before]) => {
    const place = join(repositoryRoot, path)
    const files = path.endsWith('locales') ? readdirSync(place).filter(file => /^[a-z]{2}_/.test(file)) : ['']
    const text = quoted ?? beside ?? before ?? ''
    return !files.every(file => readFileSync(join(place, file), 'utf8').includes(text))
  })
  expect(missing.map(([change]) => change.trim())).toEqual([])
})

/** `npm run check -w remote-wallet` → check in remote-wallet; `npm test` → test at the root. */
function* scriptsIn(text: string): Generator<readonly [command: string, script: string, folder: string]> {
  for (const [command, run, test, workspace] of text.matchAll(
    /\bnpm (?:run (?:-s |--silent )?([\w:-]+)|(test|start))\b(?: -w ([\w/-]+))?/g,
  ))
    yield [command, run ?? test ?? '', workspace ?? '.']
}

test.each([...pages, 'AGENTS.md'])('every npm script that %s names is there', page => {
  const text = readFileSync(join(repositoryRoot, page), 'utf8')
  const lost = [...scriptsIn(text)].filter(([, script, folder]) => {
    // A recipe makes it, or the page names any remote, or its own folder.
    if (['remote-news', 'remote-'].includes(folder) || (script === 'build' && folder === '.')) return false
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, folder, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    return scripts[script] === undefined
  })
  expect(lost.map(([command]) => command)).toEqual([])
})
