import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { apiCodes, tagOf, type ApiCode } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { createTexts, setLanguage, type TextLoaders } from './index.ts'
import type { Tree } from './text-file.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
const folders = globSync(
  ['shell', 'remote-*', 'shared/{ui,remote}'].map(app => `${app}/locales/en_US.json`),
  {
    cwd: root,
  },
).map(dirname)
const read = (folder: string, code: ApiCode) =>
  JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')) as Tree

/** The texts of a file by dotted key. */
function flat(tree: Tree, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : flat(value, `${prefix}${key}.`),
  )
}

const form = /_(zero|one|two|few|many|other)$/
const counts = [0, 1, 2, 5, 1_000_000]

/** Each plural of the apps: its folder, and its key without the form. */
const plurals = folders.flatMap(folder =>
  [...new Set(flat(read(folder, 'en_US')).flatMap(([key]) => (form.test(key) ? [key.replace(form, '')] : [])))].map(
    key => [folder, key] as const,
  ),
)

it('are those of every app', () => {
  expect(folders.length).toBeGreaterThanOrEqual(7)
  expect(plurals.length).toBeGreaterThanOrEqual(9)
})

describe.each(apiCodes)('plurals in %s', code => {
  const rules = new Intl.PluralRules(tagOf(code))

  it('are tried with a count of each form that the language has', () => {
    const tried = new Set(counts.map(count => rules.select(count)))
    expect([...tried].sort()).toEqual(rules.resolvedOptions().pluralCategories.toSorted())
  })

  it.each(plurals)('%s %s has the words of its own file for each count', async (folder, key) => {
    const words = new Map(flat(read(folder, code)))
    // A namespace with this one language: no other can replace what it lacks.
    const texts = createTexts<Tree>(`${folder} ${key} ${code}`, {
      [code]: async () => ({ default: read(folder, code) }),
    } as unknown as TextLoaders<Tree>)
    await texts.load(code)
    await setLanguage(code)
    for (const count of counts) {
      const model = words.get(`${key}_${rules.select(count)}`) ?? words.get(`${key}_other`) ?? 'no words'
      // Other values are not counted: each is given as its own name.
      const others = Object.fromEntries([...model.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, name]))
      const expected = model
        .replace('{{count, number}}', count.toLocaleString(tagOf(code)))
        .replace('{{count}}', String(count))
        .replaceAll(/\{\{(\w+)\}\}/g, '$1')
      expect(texts.find(key, { ...others, count }), String(count)).toBe(expected)
    }
  })
})
