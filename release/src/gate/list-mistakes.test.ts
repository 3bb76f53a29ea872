import { describe, expect, it } from 'vitest'
import { createFixtureBuild } from '../../tests/fixture-apps.ts'
import { listBuildRefusals } from '../../tests/list-build-refusals.ts'

type Wanted = NonNullable<Parameters<typeof createFixtureBuild>[1]>

describe('a remote has every text in six languages', () => {
  const texts = (code: string, text: object): Wanted['files'] => ({ [`locale.${code}.json`]: JSON.stringify(text) })
  const english = { title: 'Your team of {{count}}', email: 'E-mail', tasks_one: 'One', tasks_other: '{{count}} tasks' }
  const others = {
    title: 'Equipa {{count}}',
    email: 'E-mail de quem',
    tasks_one: 'Uma',
    tasks_other: '{{count}} tarefas',
  }
  const all = (of: object = {}): Wanted['files'] =>
    Object.assign(
      {},
      texts('en_US', english),
      ...['zh_TW', 'pt_PT', 'hi_IN', 'es_MX', 'es_ES'].map(code => texts(code, others)),
      of,
    )
  const sources = (sameAsEnglish: Record<string, unknown>): Wanted['build'] => ({
    sources: { sameAsEnglish },
  })
  const listRefusals = (files: Wanted['files'], build: Wanted['build'] = {}) =>
    listBuildRefusals(createFixtureBuild('remote-team', { build, ...(files ? { files } : {}) })).map(
      ({ rule, place, says }) => `${rule} ${place}: ${says}`,
    )
  const { title: _, ...untitled } = others

  it('or is refused', () => {
    expect(listRefusals(all())).toEqual([])
    expect(listRefusals(all(texts('hi_IN', untitled)))).toEqual([
      'complete-texts remote-team: locales/hi_IN.json: title: the text is missing; English has it.',
    ])
    expect(listRefusals(all(texts('pt_PT', { ...others, email: 'E-mail' })))).toEqual([
      expect.stringContaining('complete-texts remote-team: locales/pt_PT.json: email: the text is the English text'),
    ])
    expect(listRefusals(all(texts('es_ES', { ...others, title: 'Equipo' })))).toEqual([
      expect.stringContaining('locales/es_ES.json: title: the text lacks {{count}}'),
    ])
    expect(listRefusals(all(texts('zh_TW', { ...others, more: 'x' })))).toEqual([
      expect.stringContaining('locales/zh_TW.json: more: the text is not in English'),
    ])
  })

  it('but allows a text that equals English with a reason, in that language', () => {
    const same = all(texts('pt_PT', { ...others, email: 'E-mail' }))
    const createExcuse = (languages: readonly string[]) =>
      sources({ email: { languages, reason: 'So it is written.' } })
    expect(listRefusals(same, createExcuse(['pt_PT']))).toEqual([])
    expect(listRefusals(same, createExcuse(['es_ES']))).toHaveLength(1)
    expect(listRefusals(same, sources({ email: '' }))).toEqual([
      expect.stringContaining('locales/same-as-english.json'),
    ])
  })
})
