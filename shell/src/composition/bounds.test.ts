// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBounds } from './bounds.ts'

/** Runs code as a file of a release. */
function run(file: string, code: string): unknown {
  // oxlint-disable-next-line no-eval -- only so is its file in the stack.
  return (globalThis.eval(`(${code})\n//# sourceURL=http://localhost/releases/${file}`) as () => unknown)()
}
const team = 'remote-team/1.0.0-0a1b2c3d4e5f/1.js'
const wallet = 'remote-wallet/1.0.0-0a1b2c3d4e5f/1.js'
const shell = 'shell/1.0.0-0a1b2c3d4e5f/shell.js'

const report = vi.fn<(app: string, release: string, what: string) => void>()
const listReports = () => report.mock.calls.map(([app, release, what]) => `${app} ${release.slice(0, 5)} ${what}`)
const kinds = [History.prototype, HTMLElement.prototype, HTMLDialogElement.prototype, Document.prototype]
let former: PropertyDescriptorMap[] = []

beforeEach(() => {
  report.mockClear()
  former = kinds.map(kind => Object.getOwnPropertyDescriptors(kind) as PropertyDescriptorMap)
})
afterEach(() => {
  vi.useRealTimers()
  kinds.forEach((kind, index) => Object.defineProperties(kind, former[index] ?? {}))
  Reflect.deleteProperty(globalThis, 'navigation')
})

test('only the router changes the address', () => {
  startBounds(report)
  run(shell, `() => history.replaceState(null, '', '/money')`)
  run(team, `() => { history.replaceState(null, '', '/team'); history.pushState(null, '', '/team') }`)
  expect(location.pathname).toBe('/money')
  expect(listReports()).toEqual(['remote-team 1.0.0 changed the address without the router'])
})

test('a release that floods the router is limited and reported once; others go on', () => {
  vi.useFakeTimers()
  startBounds(report)
  const route = run(shell, `() => path => history.pushState(null, '', path)`) as (path: string) => void
  Object.assign(globalThis, { route })
  run(team, `() => { for (let n = 0; n < 60; n++) route('/team/' + n) }`)
  expect(location.pathname).toBe('/team/39')
  expect(listReports()).toEqual(['remote-team 1.0.0 changed the address over 40 times in 5 s'])
  run(wallet, `() => route('/sell')`)
  expect(location.pathname).toBe('/sell')
  for (let n = 0; n < 60; n++) run(shell, `() => route('/home/${n}')`)
  expect(location.pathname).toBe('/home/59')
  vi.advanceTimersByTime(5_000)
  run(team, `() => route('/team')`)
  expect(location.pathname).toBe('/team')
})

test('a flood without a caller, as from a timer, has one limit', () => {
  startBounds(report)
  for (let n = 0; n < 60; n++) history.pushState(null, '', `/timer/${n}`)
  expect([location.pathname, listReports()]).toEqual(['/timer/39', []])
})

test('the top layer is opened by the shared package alone', () => {
  const shown: unknown[] = []
  for (const [kind, name] of [
    [HTMLElement.prototype, 'showPopover'],
    [HTMLDialogElement.prototype, 'showModal'],
  ] as const)
    Object.defineProperty(kind, name, {
      configurable: true,
      value: (...given: unknown[]) => shown.push(name, ...given),
    })
  startBounds(report)
  run(team, `() => { document.createElement('div').showPopover(); document.createElement('dialog').showModal() }`)
  expect(shown).toEqual([])
  expect(listReports()).toEqual(['remote-team 1.0.0 used the top layer without @adcoin/ui'])
  const open = run(shell, `() => () => document.createElement('dialog').showModal()`)
  Object.assign(globalThis, { open })
  run(team, `() => open()`)
  expect(shown).toEqual(['showModal'])
})

test('no remote listens to the navigations of the page; what closes a dialog on Back does', () => {
  const navigation = new (class extends EventTarget {
    heard: unknown
    set onnavigate(listener: unknown) {
      this.heard = listener
    }
  })()
  Object.assign(globalThis, { navigation })
  startBounds(report)
  const fires = () => navigation.dispatchEvent(new Event('navigate', { cancelable: true }))
  run(team, `() => navigation.addEventListener('navigate', event => event.preventDefault())`)
  run(team, `() => { navigation.onnavigate = event => event.preventDefault() }`)
  expect([fires(), navigation.heard]).toEqual([true, undefined])
  expect(listReports()).toEqual(['remote-team 1.0.0 listened to the navigations of the whole page'])
  run(shell, `() => navigation.addEventListener('navigate', event => event.preventDefault())`)
  expect(fires()).toBe(false)
})

test('a view transition of a remote runs its change without holding the page', () => {
  const skipTransition = vi.fn<() => void>()
  const start = (change: () => void) => {
    change()
    return { ready: Promise.reject(new Error('skipped')), skipTransition }
  }
  Object.defineProperty(Document.prototype, 'startViewTransition', { configurable: true, value: start })
  startBounds(report)
  run(team, `() => document.startViewTransition(() => { document.title = 'changed' })`)
  expect([document.title, skipTransition.mock.calls.length]).toEqual(['changed', 1])
  run(shell, `() => document.startViewTransition(() => undefined).ready.catch(() => undefined)`)
  expect(skipTransition).toHaveBeenCalledOnce()
  expect(listReports()).toEqual(['remote-team 1.0.0 started a view transition of the whole page'])
})
