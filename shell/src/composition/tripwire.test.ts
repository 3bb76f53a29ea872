// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createTripwire } from './tripwire.ts'

afterEach(() => vi.restoreAllMocks())

test('it is silent while nothing is changed', () => {
  const changed = createTripwire()
  expect(changed()).toEqual([])
})

test('it says what was replaced, once', () => {
  const changed = createTripwire()
  vi.spyOn(history, 'pushState')
  vi.spyOn(globalThis, 'fetch')
  vi.spyOn(Array.prototype, 'map')
  expect(changed()).toEqual(['window.fetch', 'history.pushState', 'Array.prototype.map'])
  expect(changed()).toEqual([])
})

test('it says what was added to a prototype', () => {
  const changed = createTripwire()
  Object.defineProperty(Array.prototype, 'last', { value: () => undefined, configurable: true })
  expect(changed()).toEqual(['Array.prototype.last'])
  Reflect.deleteProperty(Array.prototype, 'last')
})
