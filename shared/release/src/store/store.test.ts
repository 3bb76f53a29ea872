import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../tests/fixture-apps.ts'
import { folderStore } from './folder-store.ts'
import { memoryStore } from './memory-store.ts'
import type { Store } from './store.ts'

const text = (value: string) => Buffer.from(value)
const kinds: readonly (readonly [string, () => Promise<Store>])[] = [
  ['in memory', async () => memoryStore()],
  ['as a folder', async () => folderStore(join(await freshFolder(), 'store'))],
]

describe.each(kinds)('a store %s', (_, open) => {
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
  })

  it('never replaces a folder or a file that is there', async () => {
    const store = await open()
    await store.addFolder('releases/shell/1', new Map([['a.js', text('a')]]))
    expect(await store.addFolder('releases/shell/1', new Map([['a.js', text('other')]]))).toBe(false)
    expect(await store.addFile('generations/1.json', text('one'))).toBe(true)
    expect(await store.addFile('generations/1.json', text('two'))).toBe(false)
    expect(await store.read('releases/shell/1/a.js')).toEqual(text('a'))
    expect(await store.read('generations/1.json')).toEqual(text('one'))
  })

  it('moves the pointer only from where it stands', async () => {
    const store = await open()
    await store.addFile('generations/1.json', text('one'))
    expect(await store.pointer()).toBe(0)
    expect(await store.movePointer(0, 1)).toBe(true)
    expect(await store.movePointer(0, 2)).toBe(false)
    expect(await store.pointer()).toBe(1)
  })

  it('removes a folder with all that is in it, and does not mind one that is not there', async () => {
    const store = await open()
    await store.addFolder('live/1', new Map([['index.html', text('x')]]))
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
})

describe('a store as a folder', () => {
  it('leaves nothing aside', async () => {
    const root = await freshFolder()
    const store = folderStore(root)
    await store.addFolder('releases/shell/1', new Map([['a.js', text('a')]]))
    await store.movePointer(0, 1)
    expect(await readdir(join(root, '.staging'))).toEqual([])
  })

  it('refuses a path that leaves it', async () => {
    const store = folderStore(await freshFolder())
    await expect(store.read('../outside')).rejects.toThrow('leaves the store')
  })

  it('says that the pointer file is damaged instead of guessing', async () => {
    const root = await freshFolder()
    await writeFile(join(root, 'current'), 'seven')
    await expect(folderStore(root).pointer()).rejects.toThrow('is damaged: "seven"')
  })

  it('lets one writer wait for the other', async () => {
    const store = folderStore(await freshFolder())
    const order: string[] = []
    await Promise.all(
      ['one', 'two', 'three'].map(name =>
        store.exclusively(async () => {
          order.push(`${name} in`)
          await new Promise(done => setTimeout(done, 30))
          order.push(`${name} out`)
        }),
      ),
    )
    expect(order.map(step => step.split(' ')[1])).toEqual(['in', 'out', 'in', 'out', 'in', 'out'])
  })

  it('tells a writer that waits too long to look again', async () => {
    const store = folderStore(await freshFolder())
    let end: (() => void) | undefined
    const long = store.exclusively(() => new Promise<void>(done => (end = done)))
    await expect.poll(() => end).toBeDefined()
    await expect(store.exclusively(async () => 0, 50)).rejects.toThrow('another command is writing')
    end?.()
    await long
  })

  it('reads through a link only what is a file, never a folder', async () => {
    const root = await freshFolder()
    await mkdir(join(root, 'live'), { recursive: true })
    await symlink('/nowhere', join(root, 'live/gone'))
    expect(await folderStore(root).read('live/gone')).toBeUndefined()
    expect(await folderStore(root).read('live')).toBeUndefined()
  })
})
