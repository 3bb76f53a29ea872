// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { watchNatives } from './natives.ts'

afterEach(() => vi.restoreAllMocks())

test('it is silent while nothing is changed', () => {
  const changed = watchNatives()
  expect(changed()).toEqual([])
})

test('it reports what was replaced, once, and puts it back', () => {
  const changed = watchNatives()
  const { map } = Array.prototype
  const { pushState } = History.prototype
  vi.spyOn(history, 'pushState')
  vi.spyOn(globalThis, 'fetch')
  vi.spyOn(Array.prototype, 'map')
  expect(changed()).toEqual(['window.fetch', 'history.pushState', 'Array.prototype.map'])
  expect(changed()).toEqual([])
  expect([Array.prototype.map === map, history.pushState === pushState]).toEqual([true, true])
})

test('it takes away what was added to a prototype', () => {
  const changed = watchNatives()
  Object.defineProperty(Array.prototype, 'last', { value: () => undefined, configurable: true })
  expect(changed()).toEqual(['Array.prototype.last'])
  expect('last' in Array.prototype).toBe(false)
  expect(changed()).toEqual([])
})

test('it works on natives that do nothing right any more', () => {
  const changed = watchNatives()
  const real = {
    map: Array.prototype.map,
    flatMap: Array.prototype.flatMap,
    iterator: Array.prototype[Symbol.iterator],
    Map: globalThis.Map,
    push: Array.prototype.push,
  }
  const broken = () => {
    throw new Error('broken')
  }
  Object.assign(Array.prototype, { map: broken, flatMap: broken, [Symbol.iterator]: broken, push: broken })
  Object.assign(globalThis, { Map: broken })
  const lines = changed()
  Object.assign(globalThis, { Map: real.Map })
  expect(lines.length).toBe(5)
  expect([
    Array.prototype.map === real.map,
    Array.prototype.flatMap === real.flatMap,
    Array.prototype[Symbol.iterator] === real.iterator,
    Array.prototype.push === real.push,
  ]).toEqual([true, true, true, true])
})
