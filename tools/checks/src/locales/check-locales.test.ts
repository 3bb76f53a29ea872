import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiCodes, type ApiCode } from '@adcoin/contract'
import { expect, it, onTestFinished, test } from 'vitest'
import { checkLocales } from './check-locales.ts'
import { findTextProblems } from './complete-texts.ts'

const english = { hello: 'Hello {{name}}', bye: 'Goodbye', left_one: 'One left', left_other: '{{count}} left' }
const translate = (code: ApiCode) => ({ hello: `${code} {{name}}`, bye: code, left_one: code, left_other: code })

/** Objections where one language has these texts, and all others are right. */
function findObjections(code: ApiCode, texts: unknown, excuses: unknown = {}): readonly string[] {
  const files = new Map<ApiCode, unknown>(
    apiCodes.map(each => [each, each === 'en_US' ? english : { ...translate(each), left_other: `{{count}} ${each}` }]),
  )
  return findTextProblems(files.set(code, texts), excuses).map(
    ({ file, key, message }) => `${file} ${key ?? ''} ${message}`,
  )
}
const portuguese = { hello: 'Olá {{name}}', bye: 'Adeus', left_one: 'Falta um', left_other: 'Faltam {{count}}' }

it.each([
  ['pt_PT', portuguese],
  ['pt_PT', { ...portuguese, left_many: 'Faltam {{count}}' }],
] as const)('%s passes with %j', (code, texts) => expect(findObjections(code, texts)).toEqual([]))

it.each([
  ['es_MX', [], 'all six languages'],
  ['es_ES', undefined, 'is missing or is no JSON object'],
  ['pt_PT', { ...portuguese, extra: 'Sobra' }, 'extra is not in English'],
  ['pt_PT', { ...portuguese, hello: 'Olá' }, 'hello lacks {{name}}'],
  ['pt_PT', { ...portuguese, bye: 'Adeus {{nome}}' }, 'bye has {{nome}}'],
  ['pt_PT', { ...portuguese, bye: '' }, 'bye is empty'],
  ['pt_PT', { ...portuguese, bye: 'Goodbye' }, 'bye is the English text'],
  ['pt_PT', { ...portuguese, bye: 'Adeus ' }, 'bye begins or ends with a space'],
  ['pt_PT', { ...portuguese, bye: '<b>Adeus</b>' }, 'bye holds markup'],
  ['pt_PT', { ...portuguese, bye: undefined }, 'is missing'],
  ['pt_PT', { hello: 'Olá {{name}}', bye: 'Adeus', left_one: 'Falta um' }, 'left_other is missing'],
  ['en_US', { ...english, left_other: undefined }, 'is missing'],
] as const)('%s is refused with %j', (code, texts, sentence) =>
  expect(findObjections(code, JSON.parse(JSON.stringify(texts ?? null))).join('\n')).toContain(sentence),
)

test('a text may equal the English one with a reason; a reason without its text is refused', () => {
  const same = { ...portuguese, bye: 'Goodbye' }
  expect(findObjections('pt_PT', same, { bye: 'a name' })).toEqual([])
  expect(findObjections('pt_PT', portuguese, { gone: 'a name' })).toEqual([
    expect.stringContaining('gone names a text that does not exist'),
  ])
})

test('a folder is read with its reasons, and its words are those of the glossary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-locales-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, content: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))
  for (const code of apiCodes) write(code, { pause: code === 'zh_TW' ? '暫停提現' : `${code} pause`, mail: 'E-mail' })
  write('same-as-english', { mail: 'written alike' })
  expect(checkLocales(folder).map(({ file, key, message }) => `${file} ${key} ${message}`)).toEqual([
    'zh_TW.json pause has "提現"; the glossary has: 提領.',
  ])
})
