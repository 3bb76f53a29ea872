import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { expect, test } from 'vitest'
import { checkLocales } from './check-locales.ts'
import { textProblems } from './complete-texts.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'lint')
const problems = checkLocales(join(fixtures, 'remote-bad', 'locales')).map(
  ({ file, key, message }) => `${file} ${key ?? ''} ${message}`,
)
const problemsOf = (file: string) => problems.filter(problem => problem.startsWith(file))

test('a complete folder has no problem: plural forms and excused texts may differ by language', () => {
  expect(checkLocales(join(fixtures, 'remote-good', 'locales'))).toEqual([])
})

test('a language that is missing or is no object is named', () => {
  expect(problemsOf('es_MX.json')).toEqual([expect.stringContaining('is missing or is no JSON object')])
  expect(problemsOf('es_ES.json')).toEqual([expect.stringContaining('all six languages')])
})

test('missing and surplus texts, wrong placeholders, empty and untranslated texts are each named by key', () => {
  expect(problemsOf('pt_PT.json')).toEqual([
    expect.stringMatching(/extra is not in English/),
    expect.stringMatching(/hello lacks \{\{name\}\}/),
    expect.stringMatching(/hello has \{\{nome\}\}/),
    expect.stringMatching(/bye is empty/),
    expect.stringMatching(/same is the English text/),
  ])
})

test('spaces at the ends and markup are refused', () => {
  expect(problemsOf('zh_TW.json')).toEqual([
    expect.stringMatching(/hello begins or ends with a space/),
    expect.stringMatching(/bye holds markup/),
  ])
})

test('a plural without its general form is refused', () => {
  expect(problemsOf('hi_IN.json')).toEqual([
    expect.stringMatching(/bye is missing/),
    expect.stringMatching(/left_other is missing/),
  ])
})

test('a plural without its general form is refused in English as well', () => {
  const files = new Map(apiCodes.map(code => [code, { left_one: `{{count}} ${code}` }]))
  expect(textProblems(files, {}).map(({ file, key }) => `${file} ${key ?? ''}`)).toContain('en_US.json left_other')
})

test('an excuse for a text that does not exist is refused', () => {
  expect(problemsOf('same-as-english.json')).toEqual([expect.stringMatching(/gone names a text that does not exist/)])
})
