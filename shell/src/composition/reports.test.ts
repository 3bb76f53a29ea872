// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReports, type Reports } from './reports.ts'

const id = '1.0.0-0a1b2c3d4e5f'
let sent: Record<string, unknown>[]
let reports: Reports

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({})
  })
  reports = createReports(() => ({
    generation: () => 7,
    activeOf: () => ({ id }),
    sideOf: () => ({}),
    routeAt: () => undefined,
    isOverride: () => false,
    redraw: () => undefined,
  }))
})
afterEach(() => vi.unstubAllGlobals())

test('a page sends at most twenty reports, whatever happens in it', () => {
  for (let at = 0; at < 1_000; at++) reports.failure({ app: `remote-r${at}` }, 'registry', `entry_refused ${at}`)
  expect(sent).toHaveLength(20)
})

test('each kind of violation is reported once, and what was thrown with its place', () => {
  for (let times = 0; times < 2; times++) reports.violation(`remote-team/${id}`, 'its title is endless')
  const stack = `Error: mine\n at f (https://x/releases/remote-team/${id}/page-0.js:1:435)`
  reports.failure({ app: 'remote-team' }, 'render', Object.assign(new Error('mine'), { stack }))
  expect(sent.map(({ app, reason }) => [app, reason])).toEqual([
    ['remote-team', 'its title is endless'],
    ['remote-team', 'Error: mine @ page-0.js:1:435'],
  ])
})
