// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { Live } from '@adcoin/contract'
import type { Composition } from '../composition/composition.ts'
import type { Override } from '../composition/live.ts'
import { formatInspection, buildSections, type MeasuredEntry } from './inspection.ts'

type Insight = Composition['insight']

const entry = (active: string, ...previous: string[]) => ({ active, previous, versions: {}, routes: [], tabs: [] })
const live = {
  number: 7,
  created: '2026-01-01T00:00:00.000Z',
  floor: {},
  revoked: ['remote-team/0.9.0-00000009'],
  apps: {
    shell: entry('1.0.0-00000001'),
    'remote-wallet': entry('1.1.0-00000011', '1.0.0-00000010'),
    'remote-team': entry('1.0.0-00000010'),
  },
} satisfies Live

type Wrong = Pick<ReturnType<Insight['log']>[number], 'phase' | 'reason'>
function insight(app: string, mounted?: string, overrides: readonly Override[] = [], wrong: Wrong[] = []): Insight {
  return {
    live: () => live,
    overrides: () => overrides,
    mounted: each => (each === app ? mounted : undefined),
    log: () => wrong.map(each => ({ time: 1234, app, release: '1.1.0-00000011', ...each })),
  }
}
/** The reason that is given for one remote. */
function why(app: string, ...given: [string?, (readonly Override[])?, Wrong[]?]) {
  const lines = buildSections(insight(app, ...given), [], [])[0]?.lines
  return lines?.find(line => line.startsWith(`${app} `))?.replace(/^\S+ \S+: /, '')
}
const overrideOf = (id: string) => [{ app: 'remote-wallet', id, found: {} }] as unknown as readonly Override[]

it('each release is named with the reason for it', () => {
  expect(why('shell')).toBe('live')
  expect(why('remote-wallet')).toBe('not in this page yet')
  expect(why('remote-wallet', '1.1.0-00000011')).toBe('live')
  expect(why('remote-wallet', '1.0.0-00000010', [], [{ phase: 'entry', reason: '404' }])).toBe(
    'fallback: the live release failed here (1.1.0-00000011, entry: 404)',
  )
  expect(why('remote-wallet', '2.0.0-00000020', overrideOf('2.0.0-00000020'))).toBe('override: chosen in this browser')
  expect(why('remote-wallet', '1.1.0-00000011', overrideOf('2.0.0-00000020'))).toMatch(/^live: the override failed/)
  expect(why('remote-team', '0.9.0-00000009')).toMatch(/^revoked/)
  expect(why('remote-team', '0.8.0-00000008')).toBe('loaded before the live release changed')
})

it('the text for a report shows all of it in order, without what follows a question mark', () => {
  const createEntry = (name: string, entryType: string, startTime: number): MeasuredEntry => ({
    name,
    entryType,
    startTime,
    duration: 5.4,
  })
  const here = window.location.origin
  const steps = [
    createEntry(`${here}/app/finance/balance?token=SECRET`, 'resource', 30.2),
    createEntry(`${here}/releases/remote-wallet/1.1.0-00000011/remoteEntry.js`, 'resource', 20),
    createEntry('http://localhost:3003/x.js?t=1', 'resource', 40),
    createEntry(`${here}/money?inspect`, 'navigation', 0),
    createEntry('long', 'longtask', 1),
  ]
  const event = { name: 'auth.profileChanged', owner: 'auth', time: 0, outcome: 'delivered' } as const
  const seen = insight('remote-wallet', '1.1.0-00000011', [], [{ phase: 'style', reason: 'was refused' }])
  expect(formatInspection('Ad Coin, live number 7', buildSections(seen, steps, [event])).split('\n')).toEqual([
    'Ad Coin, live number 7',
    '',
    'Releases',
    '  remote-team 1.0.0-00000010: not in this page yet',
    '  remote-wallet 1.1.0-00000011: live',
    '  shell 1.0.0-00000001: live',
    '',
    'Loads and failures',
    '  1.234 s remote-wallet 1.1.0-00000011 style was refused',
    '',
    'Load steps',
    '  0 ms +5 ms the page',
    '  20 ms +5 ms remote-wallet remoteEntry.js',
    '  30 ms +5 ms /app/finance/balance',
    '  40 ms +5 ms http://localhost:3003/x.js',
    '',
    'Last events',
    '  auth.profileChanged from auth: delivered',
  ])
  expect(formatInspection('', [{ title: 'Last events', lines: [] }])).toContain('Last events\n  none')
})
