import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'

type Wanted = NonNullable<Parameters<typeof builtFixture>[1]>

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
  const refused = (files: Wanted['files'], build: Wanted['build'] = {}) =>
    refusalsOf(builtFixture('remote-team', { build, ...(files ? { files } : {}) })).map(
      ({ rule, place, says }) => `${rule} ${place}: ${says}`,
    )
  const { title: _, ...untitled } = others

  it('or is refused', () => {
    expect(refused(all())).toEqual([])
    expect(refused(all(texts('hi_IN', untitled)))).toEqual([
      'complete-texts remote-team: locales/hi_IN.json: title: the text is missing; English has it.',
    ])
    expect(refused(all(texts('pt_PT', { ...others, email: 'E-mail' })))).toEqual([
      expect.stringContaining('complete-texts remote-team: locales/pt_PT.json: email: the text is the English text'),
    ])
    expect(refused(all(texts('es_ES', { ...others, title: 'Equipo' })))).toEqual([
      expect.stringContaining('locales/es_ES.json: title: the text lacks {{count}}'),
    ])
    expect(refused(all(texts('zh_TW', { ...others, more: 'x' })))).toEqual([
      expect.stringContaining('locales/zh_TW.json: more: the text is not in English'),
    ])
  })

  it('but for texts with a reason to be as in English, in that language', () => {
    const same = all(texts('pt_PT', { ...others, email: 'E-mail' }))
    const excused = (languages: readonly string[]) => sources({ email: { languages, reason: 'So it is written.' } })
    expect(refused(same, excused(['pt_PT']))).toEqual([])
    expect(refused(same, excused(['es_ES']))).toHaveLength(1)
    expect(refused(same, sources({ email: '' }))).toEqual([expect.stringContaining('locales/same-as-english.json')])
  })
})
