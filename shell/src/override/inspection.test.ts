// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { Registry } from '@adcoin/contract'
import type { Insight } from '../composition/composition.ts'
import type { Override } from '../composition/releases/override.ts'
import { asText, remoteLines, stepsOf } from './inspection.ts'

const entry = (active: string, ...previous: string[]) => ({
  active: { id: active },
  previous: previous.map(id => ({ id })),
  routes: [],
  tabs: [],
})
const registry = {
  generation: 7,
  revoked: ['remote-team/0.9.0-00000009'],
  apps: {
    shell: entry('1.0.0-00000001'),
    'remote-wallet': entry('1.1.0-00000011', '1.0.0-00000010'),
    'remote-team': entry('1.0.0-00000010'),
  },
} as unknown as Registry

/** The reason that is given for one remote. */
function why(app: string, mounted: string | undefined, overrides: readonly Override[] = [], wrong: string[] = []) {
  const insight: Insight = {
    live: () => registry,
    overrides: () => overrides,
    mounted: each => (each === app ? mounted : undefined),
    log: () => wrong.map(what => ({ time: 0, app, release: '1.1.0-00000011', what })),
    reset: () => undefined,
  }
  return remoteLines(insight).find(line => line.app === app)?.why
}
const overrideOf = (id: string) =>
  [{ app: 'remote-wallet', word: id, entry: { active: { id } } }] as unknown as readonly Override[]

it('each release is named with the reason for it', () => {
  expect(why('shell', undefined)).toBe('live')
  expect(why('remote-wallet', undefined)).toBe('not in this page yet')
  expect(why('remote-wallet', '1.1.0-00000011')).toBe('live')
  expect(why('remote-wallet', '1.0.0-00000010', [], ['entry: 404'])).toBe(
    'fallen back: the live release did not work here (1.1.0-00000011, entry: 404)',
  )
  expect(why('remote-wallet', '2.0.0-00000020', overrideOf('2.0.0-00000020'))).toBe('override: chosen in this browser')
  expect(why('remote-wallet', '1.1.0-00000011', overrideOf('2.0.0-00000020'))).toMatch(
    /^live: the override did not work/,
  )
  const lacks = 'Badge of @adcoin/ui (needs ^1.3.0, this page has 1.2.0)'
  expect(
    why('remote-wallet', '1.1.0-00000011', [{ app: 'remote-wallet', word: '2.0.0', entry: undefined, lacks }]),
  ).toBe(`live: the override did not work (it needs ${lacks})`)
  expect(why('remote-team', '0.9.0-00000009')).toMatch(/^revoked/)
  expect(why('remote-team', '0.8.0-00000008')).toBe('came before what is live now')
})

it('the steps of the load are in order, under short names without what follows a question mark', () => {
  const measured = (name: string, entryType: string, startTime: number) => ({
    name,
    entryType,
    startTime,
    duration: 5.4,
  })
  const here = window.location.origin
  expect(
    stepsOf([
      measured(`${here}/app/finance/balance?token=SECRET`, 'resource', 30.2),
      measured(`${here}/releases/remote-wallet/1.1.0-00000011/remoteEntry.js`, 'resource', 20),
      measured('http://localhost:3003/x.js?t=1', 'resource', 40),
      measured(`${here}/money?inspect`, 'navigation', 0),
      measured('long', 'longtask', 1),
    ]),
  ).toEqual([
    { name: 'the page', startMs: 0, tookMs: 5 },
    { name: 'remote-wallet remoteEntry.js', startMs: 20, tookMs: 5 },
    { name: '/app/finance/balance', startMs: 30, tookMs: 5 },
    { name: 'http://localhost:3003/x.js', startMs: 40, tookMs: 5 },
  ])
})

it('the text for a report shows all of it, and that there is nothing where there is nothing', () => {
  const text = asText({
    generation: 7,
    route: '/money',
    language: 'en_US',
    remotes: [{ app: 'remote-wallet', release: '1.1.0-00000011', why: 'live' }],
    steps: [{ name: 'the page', startMs: 0, tookMs: 5 }],
    events: [],
    wrongs: [{ time: 1234, app: 'remote-wallet', release: '1.1.0-00000011', what: 'style: was refused' }],
  })
  for (const part of [
    'generation 7, /money, en_US',
    'remote-wallet 1.1.0-00000011: live',
    '1.234 s remote-wallet 1.1.0-00000011 style: was refused',
    '0 ms +5 ms the page',
    'Last events\n  none',
  ])
    expect(text).toContain(part)
})
