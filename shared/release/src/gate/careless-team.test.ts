import { events } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { builtFixture } from '../../tests/fixture-apps.ts'
import { foreignEvents, unlistedEvents, unnamedStorage } from '../../tests/mistakes.ts'
import { refusalsOf } from '../../tests/refusals-of.ts'

type Wanted = NonNullable<Parameters<typeof builtFixture>[1]>

/** Why remote-team is refused with this script among its pages, by one rule: what is said, without the code. */
function refusedFor(rule: string, script: string, wanted: Wanted = {}): readonly string[] {
  const found = refusalsOf(builtFixture('remote-team', { ...wanted, files: { 'page-0.js': script } }))
  expect(found.filter(each => each.rule !== rule)).toEqual([])
  for (const { place } of found) expect(place).toMatch(/^remote-team: page-0\.js:\d+:\d+: ./)
  return found.map(({ says }) => says)
}

const speaks: Wanted = { manifest: { events: { out: ['team.inviterBound@1'], in: ['tasks.rewardPaid@1'] } } }
const voice = `const emit=(0,bus.emitterFor)("team",own);`

describe('a remote emits only its own events', () => {
  it.each(foreignEvents)('%s', (script, says) => {
    expect(refusedFor('event-owners', script, speaks).join('\n')).toContain(says)
  })

  it('of which its manifest knows', () => {
    expect(refusedFor('event-owners', `${voice}emit("team.inviterBound",{})`)).toEqual([
      'it emits team.inviterBound, which its manifest does not name',
    ])
  })

  it.each([
    `${voice}emit("team.inviterBound",{})`,
    '(0,b.emitterFor)("team",own);(0,e.aB)("team.inviterBound",{})',
    `(function(){${voice}})();function check(emit){emit(this,"type");emit(name)}`,
    `function one(){${voice}function two(emit){emit(name)}}`,
    't("wallet.balanceChanged");t("team.title",{count:1});socket.emit("change")',
  ])('and passes with %s', script => expect(refusedFor('event-owners', script, speaks)).toEqual([]))
})

describe('a remote listens only to events of its manifest', () => {
  it.each(unlistedEvents)('%s', (script, says) =>
    expect(refusedFor('listened-events', script, speaks).join('\n')).toContain(says),
  )

  it.each([
    'b.bus.on("tasks.rewardPaid",f);(0,b.useEvent)("team.inviterBound",f)',
    'input.on("change",f);x.on(name,f)',
  ])('and passes with %s', script => expect(refusedFor('listened-events', script, speaks)).toEqual([]))

  it('and the remedy lists the events', () => {
    const [refusal] = refusalsOf(builtFixture('remote-team', { files: { 'page-0.js': 'b.bus.on("a.b",f)' } }))
    expect(refusal?.remedy).toContain(Object.keys(events).join(', '))
  })
})

describe('a remote keeps only what its release names', () => {
  const keeps: Wanted = { build: { storage: ['team.invite@1'] } }
  it.each(unnamedStorage)('%s', (script, says) =>
    expect(refusedFor('own-storage', script, keeps).join('\n')).toContain(says),
  )

  it.each([
    'k.defineDraft({owner:"team",name:"invite",version:1,schema:s})',
    'say("https://adcoin.example","to keep: localStorage");y.cookie;y.Storage',
  ])('and passes with %s', script => expect(refusedFor('own-storage', script, keeps)).toEqual([]))
})

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
    sources: { law: 1, problems: [], sameAsEnglish },
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

describe('a build whose sources break the import rules, or were not checked, is refused', () => {
  const refused = (sources: NonNullable<Wanted['build']>['sources'] | undefined) =>
    refusalsOf(builtFixture('remote-team', { build: sources ? { sources } : {} }))
  const problem = (file: string) => ({ file, line: 3, rule: 'layer', message: 'remote-team may not import that.' })

  it('with each place', () => {
    const problems = [problem('remote-team/src/a.ts'), problem('remote-team/src/b.tsx')]
    expect(refused({ law: 1, problems, sameAsEnglish: {} })).toMatchObject([
      {
        rule: 'import-rules',
        place: 'remote-team: remote-team/src/a.ts:3',
        says: 'layer: remote-team may not import that.',
      },
      { rule: 'import-rules', place: 'remote-team: remote-team/src/b.tsx:3' },
    ])
  })

  it('where its record is of another version, or is not there', () => {
    expect(refused({ law: 0, problems: [], sameAsEnglish: {} })).toMatchObject([
      {
        rule: 'import-rules',
        place: 'remote-team: build.json: sources',
        says: 'the build knew version 0 of the rules',
      },
    ])
    const built = builtFixture('remote-team')
    const { sources: _, ...build } = built.build as Record<string, unknown>
    expect(refusalsOf({ ...built, build })).toMatchObject([
      { rule: 'import-rules', says: 'the build does not record whether it keeps the rules' },
    ])
  })
})
