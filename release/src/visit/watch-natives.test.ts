import { afterEach, expect, it } from 'vitest'
import { watchNatives } from './watch-natives.ts'

const restored: (() => void)[] = []
afterEach(() => restored.splice(0).forEach(restore => restore()))

function replace(object: object, key: string, value: unknown): void {
  const was = Object.getOwnPropertyDescriptor(object, key)
  restored.push(() => (was ? Object.defineProperty(object, key, was) : Reflect.deleteProperty(object, key)))
  Object.defineProperty(object, key, { configurable: true, writable: true, value })
}

it.each([
  ['Date.now', Date, 'now'],
  ['String.prototype.trim', String.prototype, 'trim'],
  ['Array.prototype.last', Array.prototype, 'last'],
  ['Intl.NumberFormat', Intl, 'NumberFormat'],
  ['Intl.NumberFormat.prototype.resolvedOptions', Intl.NumberFormat.prototype, 'resolvedOptions'],
  ['Map.prototype.get', Map.prototype, 'get'],
  ['window.fetch', globalThis, 'fetch'],
  ['Promise.prototype.then', Promise.prototype, 'then'],
])('names %s a hundred times of a hundred, once for each change', (name, object, key) => {
  for (let turn = 0; turn < 100; turn += 1) {
    const changed = watchNatives()
    expect(changed()).toEqual([])
    const before: unknown = Reflect.get(object, key)
    replace(object, key, () => turn)
    const found = [...changed(), ...changed()]
    restored.splice(0).forEach(restore => restore())
    expect(found).toEqual([name])
    expect(Reflect.get(object, key)).toBe(before)
  }
})
