import { describe, expect, it } from 'vitest'
import { apiCodes, defaultLanguage, detectLanguage, isApiCode, tagOf } from './index.ts'

describe('the language of a visitor (rulings.md R4)', () => {
  it.each([
    ['en', 'en_US'],
    ['en-GB', 'en_US'],
    ['pt', 'pt_PT'],
    ['pt-BR', 'pt_PT'],
    ['pt-PT', 'pt_PT'],
    ['es-ES', 'es_ES'],
    ['ES-es', 'es_ES'],
    ['es', 'es_MX'],
    ['es-MX', 'es_MX'],
    ['es-AR', 'es_MX'],
    ['es-419', 'es_MX'],
    ['hi', 'hi_IN'],
    ['hi-IN', 'hi_IN'],
    ['zh-TW', 'zh_TW'],
    ['zh-HK', 'zh_TW'],
    ['zh-MO', 'zh_TW'],
    ['zh-Hant', 'zh_TW'],
    ['zh-Hant-SG', 'zh_TW'],
  ] as const)('%s is %s', (tag, code) => expect(detectLanguage([tag])).toBe(code))

  it.each(['zh', 'zh-CN', 'zh-Hans', 'zh-Hans-TW', 'fr-FR', 'de', '', 'x', 'hit', 'esx', 'constructor'])(
    '%s is English',
    tag => expect(detectLanguage([tag])).toBe('en_US'),
  )

  it('is the first supported one of the browser, in its order', () => {
    expect(detectLanguage(['fr-FR', 'zh-CN', 'hi-IN', 'es'])).toBe('hi_IN')
    expect(detectLanguage(['fr', 'en', 'hi'])).toBe('en_US')
    expect(detectLanguage([])).toBe(defaultLanguage)
  })
})

describe('the six languages', () => {
  it('have tags that Intl knows, each its own', () => {
    expect(Intl.NumberFormat.supportedLocalesOf(apiCodes.map(tagOf))).toHaveLength(6)
    expect(new Set(apiCodes.map(tagOf)).size).toBe(6)
  })

  it('are recognised by their very code only', () => {
    expect(apiCodes.every(isApiCode)).toBe(true)
    for (const value of ['en', 'EN_US', 'xx', '../../', '', null, 0, {}, ['en_US'], '__proto__'])
      expect(isApiCode(value)).toBe(false)
  })
})
