import { expect, it } from 'vitest'
import type { Store } from '../src/store/store.ts'

const text = (value: string) => Buffer.from(value)

/** What every engine of the store promises; `open` gives a new, empty one. */
export function testStorePromises(open: () => Promise<Store>): void {
  it('gives back a folder that was added, and lists what is in it', async () => {
    const store = await open()
    expect(
      await store.addFolder(
        'releases/shell/1',
        new Map([
          ['a.js', text('a')],
          ['deep/b.js', text('b')],
        ]),
      ),
    ).toBe(true)
    expect(await store.read('releases/shell/1/deep/b.js')).toEqual(text('b'))
    expect(await store.list('releases/shell/1')).toEqual(['a.js', 'deep'])
    expect(await store.list('releases/nobody')).toEqual([])
    expect(await store.addFolder('maps/shell/1', new Map([['a.js.map', text('map')]]))).toBe(true)
    expect(await store.read('maps/shell/1/a.js.map')).toEqual(text('map'))
    expect([await store.list('maps'), await store.list('maps/shell/1')]).toEqual([['shell'], ['a.js.map']])
  })

  it('never replaces a folder that is there', async () => {
    const store = await open()
    await store.addFolder('releases/shell/1', new Map([['a.js', text('a')]]))
    expect(await store.addFolder('releases/shell/1', new Map([['a.js', text('other')]]))).toBe(false)
    expect(await store.read('releases/shell/1/a.js')).toEqual(text('a'))
  })

  it('moves the pointer only from where it stands', async () => {
    const store = await open()
    expect(await store.pointer()).toBe(0)
    expect(await store.movePointer(0, 1)).toBe(true)
    expect(await store.movePointer(0, 2)).toBe(false)
    expect(await store.pointer()).toBe(1)
  })

  it('removes a folder with all that is in it, a part of it, and accepts a missing one', async () => {
    const store = await open()
    const files = ['live.json', 'index.html', 'money/index.html'].map(path => [path, text(path)] as const)
    await store.addFolder('live/1', new Map(files))
    for (const part of ['index.html', 'money']) await store.remove(`live/1/${part}`)
    expect(await store.list('live/1')).toEqual(['live.json'])
    expect(await store.read('live/1/live.json')).toEqual(text('live.json'))
    await store.remove('live/1')
    await store.remove('live/1')
    expect(await store.read('live/1/index.html')).toBeUndefined()
  })

  it('gives the writer the result of its work and lets the next one in', async () => {
    const store = await open()
    expect(await store.exclusively(async () => 1)).toBe(1)
    await expect(store.exclusively(async () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
    expect(await store.exclusively(async () => 2)).toBe(2)
  })

  it('lets one of many add a folder that is not there', async () => {
    const store = await open()
    const add = (each: string) => store.addFolder('live/9', new Map([['a', text(each)]]))
    const added = await Promise.all(['a', 'b', 'c'].map(add))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await store.read('live/9/a')).toEqual(text('abc'[added.indexOf(true)] ?? ''))
  })
}
