import { apiCodes } from '@adcoin/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { replaceTexts } from './development.ts'
import { createTexts, i18n, setLanguage, type TextLoaders } from './index.ts'

const english = {
  title: 'Money',
  home: { title: 'Home' },
  hello: 'Hello {{name}}',
  pair: '{{first}}{{second}}',
  options: '{{context}} {{lng}} {{ns}} {{defaultValue}} {{replace}}',
  plain: '{{count}}',
  views_one: '{{count, number}} view',
  views_other: '{{count, number}} views',
}

let made = 0
/** Texts whose every language is the English file, with English loaded. */
async function newTexts() {
  const file = async () => ({ default: english })
  const namespace = `area${++made}`
  const loaders = Object.fromEntries(apiCodes.map(code => [code, file])) as unknown as TextLoaders<typeof english>
  const texts = createTexts(namespace, loaders)
  await texts.load('en_US')
  return { ...texts, namespace }
}

afterEach(async () => {
  vi.restoreAllMocks()
  await setLanguage('en_US')
})

it('is the library that finds the texts: each remote has its namespace in the one instance', async () => {
  const { namespace } = await newTexts()
  expect(i18n.t('home.title', { ns: namespace })).toBe('Home')
  expect(i18n.language).toBe('en')
})

it('keeps the words of two releases of a remote apart: a rollback shows the earlier ones', async () => {
  const name = `area${++made}`
  const open = async (title: string) => {
    const words = { ...english, title }
    const loaders = Object.fromEntries(apiCodes.map(code => [code, async () => ({ default: words })]))
    const texts = createTexts(name, loaders as unknown as TextLoaders<typeof english>)
    await texts.load('en_US')
    return texts
  }
  const [before, after] = [await open('Money'), await open('Purse')]
  await before.load('en_US')
  expect([before.t('title'), after.t('title')]).toEqual(['Money', 'Purse'])
  await setLanguage('es_MX')
  expect([before.t('title'), after.t('title')]).toEqual(['Money', 'Purse'])
})

describe("a person's own text", () => {
  it.each([
    '$t(home.title)',
    '$t(hello, {"name": "Ana"})',
    '{{count}}',
    '{{name}}',
    '{{- name}}',
    '{{7*7}}',
    '{{constructor}}',
    '<b>&amp;</b>',
    '$1 $& $$',
    '}}{{',
  ])('%s is shown as it is', async own => {
    const { t } = await newTexts()
    expect(t('hello', { name: own, count: 2 })).toBe(`Hello ${own}`)
    expect(t('pair', { first: own, second: own })).toBe(own + own)
  })

  it('that is half of a placeholder or of a nested text joins no other half', async () => {
    const { t } = await newTexts()
    expect(t('pair', { first: '{{', second: 'first}}' })).toBe('{{first}}')
    expect(t('pair', { first: '$t(', second: 'title)' })).toBe('$t(title)')
  })

  it('is a value, also where its name is an option of i18next', async () => {
    const { t } = await newTexts()
    const values = { context: 'one', lng: 'es-ES', ns: 'other', defaultValue: '{{context}}', replace: 'all' }
    expect(t('options', values)).toBe('one es-ES other {{context}} all')
  })
})

describe('a figure in a text', () => {
  it('has the separators of the language', async () => {
    const { t, load } = await newTexts()
    expect([t('views', { count: 12_345 }), t('plain', { count: 12_345 })]).toEqual(['12,345 views', '12345'])
    await load('es_ES')
    await setLanguage('es_ES')
    expect(t('views', { count: 12_345 })).toBe('12.345 views')
  })

  it('is written by the Intl of the start, also after a remote has replaced it', async () => {
    const { t } = await newTexts()
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(function () {
      return { format: () => '0' } as unknown as Intl.NumberFormat
    })
    expect(t('views', { count: 12_345 })).toBe('12,345 views')
  })
})

describe('a key that is no text', () => {
  it.each([
    'nowhere',
    'home',
    'home.nowhere',
    'title.length',
    'title.0',
    'views_few',
    'constructor',
    'constructor.name',
    '__proto__',
    '__proto__.toString',
    'home.__proto__',
    'home.constructor',
    'toString',
    'hasOwnProperty',
    '$t(title)',
    '{{title}}',
    '',
  ])('"%s" is never shown', async key => {
    const { t, find } = await newTexts()
    for (const values of [{}, { count: 1 }, { count: 5, title: 'Money' }]) {
      expect(find(key, values)).toBeUndefined()
      expect((t as (key: string, values: object) => string)(key, values)).toBe('')
    }
  })

  it('finds nothing in the namespace of another remote', async () => {
    const [mine, other] = [await newTexts(), await newTexts()]
    expect(mine.find(`${other.namespace}:title`)).toBeUndefined()
  })

  it('leaves no placeholder where a value is missing', async () => {
    const { t } = await newTexts()
    expect([t('hello'), t('pair', { first: 'a' })]).toEqual(['Hello ', 'a'])
  })
})

it('prints nothing in the console', async () => {
  const printed = (['log', 'info', 'debug', 'warn', 'error'] as const).map(name =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  )
  vi.resetModules()
  const fresh = await import('./index.ts')
  const { find } = fresh.createTexts('quiet', { en_US: async () => ({ default: english }) } as never)
  for (const key of ['title', 'home', 'nowhere', 'hello', 'views']) find(key, { count: 2 })
  await fresh.setLanguage('zh_TW')
  find('title')
  for (const print of printed) expect(print).not.toHaveBeenCalled()
})

it('shows words that changed in development, and no word that is gone', async () => {
  const { t, find, namespace } = await newTexts()
  replaceTexts(i18n, { namespace, code: 'en_US', texts: { home: { title: 'Start' } } })
  expect([t('home.title'), find('title')]).toEqual(['Start', undefined])
})
