import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

const docs = join(repositoryRoot, 'docs')
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(docs, folder)).filter(name => name.endsWith('.md') && name !== 'README.md')
const linesOf = (path: string): readonly string[] => readFileSync(join(docs, path), 'utf8').trimEnd().split('\n')

const leads = ['**Decided.**', '**Why.**', '**Rejected.**', '**Would change our mind.**']

describe('a decision', () => {
  test.each(pagesIn('decisions'))('%s has the one form, on half a page', name => {
    const lines = linesOf(`decisions/${name}`)
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines[0]).toMatch(/^# \S/)
    const starts = leads.map(lead => lines.findIndex(line => line.startsWith(lead)))
    expect(starts.filter(at => at < 0)).toEqual([])
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })
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

test('the index names every page', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8')
  const pages = ['.', 'decisions', 'recipes', 'reference'].flatMap(folder =>
    pagesIn(folder).map(name => join(folder, name)),
  )
  expect(pages.filter(page => !index.includes(`(${page})`))).toEqual([])
})

test.each([
  ...globSync('{shell,ops,api,release,remote-*,shared/*,tools/*}/*.md', { cwd: repositoryRoot }),
  'docs/anatomy-of-a-remote.md',
])('the files of its own sources that %s names are there', page => {
  const folder = page.startsWith('docs/') ? 'remote-auth' : dirname(page)
  const named = readFileSync(join(repositoryRoot, page), 'utf8').matchAll(/`(src\/[\w./-]+)`/g)
  const missing = [...named].filter(([, path = '']) => !existsSync(join(repositoryRoot, folder, path)))
  expect(missing.map(([, path]) => path)).toEqual([])
})

test('links between pages lead somewhere', () => {
  const pages = globSync(['*.md', '{shell,ops,api,release,remote-*}/*.md', '{shared,tools}/*/*.md', 'docs/**/*.md'], {
    cwd: repositoryRoot,
  })
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
