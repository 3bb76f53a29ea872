// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveReleases } from './live.ts'
import { SharedFailure } from './load-failure.ts'
import { createReport, type Report } from './report.ts'

const id = '1.0.0-0a1b2c3d4e5f'
let sent: Record<string, unknown>[]
let report: Report
const listeners: (() => void)[] = []
const listen = globalThis.addEventListener

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({})
  })
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listeners.push(() => removeEventListener(type, listener))
    listen(type, listener)
  })
  report = createReport({
    published: () => ({ number: 7 }),
    order: () => [id],
    side: () => ({}),
    routeAt: () => undefined,
    isOverride: () => false,
    redraw: () => undefined,
  } as unknown as LiveReleases)
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const end of listeners.splice(0)) end()
})

test('a page sends at most twenty reports, whatever happens in it', () => {
  for (let at = 0; at < 1_000; at++) report.failure({ app: `remote-r${at}` }, 'registry', `entry_refused ${at}`)
  expect(sent).toHaveLength(20)
})

test('what was thrown is reported with its place', () => {
  const stack = `Error: mine\n at f (https://x/releases/remote-team/${id}/page-0.js:1:435)`
  report.failure({ app: 'remote-team' }, 'render', Object.assign(new Error('mine'), { stack }))
  expect(sent.map(({ app, reason }) => [app, reason])).toEqual([['remote-team', 'Error: mine @ page-0.js:1:435']])
})

test('an uncaught error is reported for the release in its stack, once in ten seconds', () => {
  const stack = `Error: mine\n at f (https://x/releases/remote-team/${id}/page-0.js:1:435)`
  const error = Object.assign(new Error('mine'), { stack })
  for (let times = 0; times < 3; times++) dispatchEvent(new ErrorEvent('error', { error }))
  dispatchEvent(new ErrorEvent('error', { error: new Error("the shell's own") }))
  expect(sent).toMatchObject([{ app: 'remote-team', release: id, phase: 'runtime' }])
})

test('a script that does not arrive as the page is left is the fault of no release', () => {
  const address = `https://x/releases/remote-auth/${id}/shared.js`
  const failures = [
    new TypeError(`error loading dynamically imported module: ${address}`),
    new SharedFailure('the shared modules of data did not arrive: TypeError: Load failed'),
  ]
  for (const error of failures) dispatchEvent(new ErrorEvent('error', { error, filename: address }))
  // As a remote's `start` does.
  for (const error of failures) report.failure({ app: 'remote-auth' }, 'runtime', error)
  expect(sent).toEqual([])
})

test('the log has loads and failures in their order, with phase and release', () => {
  report.markLoading('remote-team', id)
  report.failure({ app: 'remote-team', release: id }, 'entry', new Error('404'))
  report.failure({ app: 'remote-team', release: id }, 'render', 'no release works', 'card')
  report.markShown({ app: 'remote-team', release: id, pathname: '/team' }, 12)
  expect(report.log().map(({ phase, reason }) => [phase, reason])).toEqual([
    ['load', ''],
    ['entry', 'Error: 404'],
    ['card', 'no release works'],
    ['shown', ''],
  ])
  expect(sent.map(({ outcome }) => outcome)).toEqual([undefined, 'card'])
})
