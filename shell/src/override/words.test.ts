import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { expect, it } from 'vitest'

type Words = Readonly<Record<string, Readonly<Record<string, string>>>>
const wordsOf = (code: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'words', `${code}.json`), 'utf8')) as Words
const flat = (words: Words) =>
  new Map(
    Object.entries(words).flatMap(([part, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${part}.${key}`, text]),
    ),
  )
const slots = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(([slot]) => slot).sort()

const english = flat(wordsOf('en_US'))

it.each(apiCodes.filter(code => code !== 'en_US'))('%s shows of a tried version what English shows', code => {
  const texts = flat(wordsOf(code))
  expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) {
    expect([key, slots(texts.get(key))]).toEqual([key, slots(text)])
    expect(texts.get(key)).not.toBe(text)
  }
  if (code === 'zh_TW') expect([...texts.values()].join('')).not.toMatch(/[\u4e00-\u9fff][,.!?:;]/)
})
