import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, test } from 'vitest'
import { folderLayers } from '../src/lint/layers.ts'
import { checkLocales } from '../src/locales/check-locales.ts'
import { findWordProblems } from '../src/locales/words.ts'
import { repositoryRoot } from '../src/repository.ts'

const notOurs = new Set(['node_modules', 'dist', 'fixtures', '.data', '.cache'])
const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: repositoryRoot, exclude: name => notOurs.has(name) })
const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const sources = filesOf('{shell,ops,api,e2e,release,remote-*,shared,tools}/**/*.{ts,tsx,mjs}')
const isTest = /\.(test|types-test|gallery|spec)\.|\/(tests|testing|gallery)\//
const product = sources.filter(file => !isTest.test(file)).map(file => ({ file, text: read(file) }))

test('the sources are found', () => expect(product.length).toBeGreaterThan(900))

const languageFiles = filesOf('{shell,api,release,remote-*,shared,tools}/**/en_US.json').filter(
  file => !isTest.test(file),
)

it.each(languageFiles.map(dirname))('the texts of %s are complete in six languages', folder =>
  expect(checkLocales(join(repositoryRoot, folder))).toEqual([]),
)

it('a Chinese or Hindi text in code uses the words of the glossary', () => {
  const problems = product.flatMap(({ file, text }) =>
    (/\/locales\/words\.ts$/.test(file) ? [] : (text.match(/'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g) ?? [])).flatMap(each => [
      ...(/\p{Script=Han}/u.test(each) ? findWordProblems('zh_TW', each) : []),
      ...(/\p{Script=Devanagari}/u.test(each) ? findWordProblems('hi_IN', each) : []),
    ]),
  )
  expect(problems).toEqual([])
})

it('no source, page or setting names a place on one machine', () => {
  const place = /(?<![\w.$}-])\/(?:work|root|home\/[a-z][\w-]*|Users\/\w+)\/[\w.-]/
  const others = filesOf(
    '{*,{shell,ops,api,e2e,deploy,docs,release,remote-*,shared,tools}/**/*}.{md,json,css,sql,yml,sh,html}',
  )
  expect(product.filter(({ text }) => place.test(text)).map(({ file }) => file)).toEqual([])
  expect(others.filter(file => place.test(read(file)))).toEqual([])
})

it('folders beside each other do not import each other in a circle, types included', () => {
  let arrows = product.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, request = '']) => {
      const [one, other] = [dirname(file).split('/'), dirname(join(dirname(file), request)).split('/')]
      const at = one.findIndex((name, index) => name !== other[index])
      return at < 0 || other[at] === undefined
        ? []
        : [{ from: one.slice(0, at + 1).join('/'), to: other.slice(0, at + 1).join('/'), file, request }]
    }),
  )
  for (let before = -1; before !== arrows.length;) {
    before = arrows.length
    arrows = arrows.filter(
      ({ from, to }) => arrows.some(other => other.from === to) && arrows.some(other => other.to === from),
    )
  }
  expect(arrows.map(({ file, request }) => `${file} imports ${request}`)).toEqual([])
})

it('every place in a layer is there', () => {
  const places = Object.entries(folderLayers).flatMap(([folder, list]) => list.flat().map(each => `${folder}/${each}`))
  expect(places.filter(place => !existsSync(join(repositoryRoot, place)))).toEqual([])
})

it('at most 60 exported functions end in `Of`: pure conversions of a value; every other begins with a verb', () => {
  const exported = /^export (?:async )?(?:function\*? (\w+Of)\b|const (\w+Of)\b.*(?:=>|\()$|const (\w+Of)\b.*=> )/gm
  const names = product.flatMap(({ text }) =>
    [...text.matchAll(exported)].map(found => found[1] ?? found[2] ?? found[3]),
  )
  expect(names.length, names.join(', ')).toBeGreaterThan(0)
  expect(names.length, `${names.length} functions: ${names.join(', ')}`).toBeLessThanOrEqual(60)
})
