import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { testStorePromises } from '../../tests/store-contract.ts'
import { createFolderStore } from './folder-store.ts'
import { withLock } from './lock.ts'
import { createMemoryStore } from '../../tests/memory-store.ts'

const text = (value: string) => Buffer.from(value)
describe('a store in memory', () => testStorePromises(async () => createMemoryStore()))
describe('a store as a folder, as any other', () =>
  testStorePromises(async () => createFolderStore(join(await makeFreshFolder(), 'store'))))

describe('a store as a folder', () => {
  it('leaves nothing aside', async () => {
    const root = await makeFreshFolder()
    const store = createFolderStore(root)
    await store.addFolder('releases/shell/1', new Map([['a.js', text('a')]]))
    await store.movePointer(0, 1)
    expect(await readdir(join(root, '.staging'))).toEqual([])
  })

  it('refuses a path that leaves it', async () => {
    const store = createFolderStore(await makeFreshFolder())
    await expect(store.read('../outside')).rejects.toThrow('leaves the store')
  })

  it('reports that the pointer file is damaged instead of guessing', async () => {
    const root = await makeFreshFolder()
    await writeFile(join(root, 'current'), 'seven')
    await expect(createFolderStore(root).pointer()).rejects.toThrow('is damaged: "seven"')
  })

  it('lets one writer wait for the other', async () => {
    const store = createFolderStore(await makeFreshFolder())
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

  it('asks a writer that waits too long to retry', async () => {
    const root = await makeFreshFolder()
    let end: (() => void) | undefined
    const long = createFolderStore(root).exclusively(() => new Promise<void>(done => (end = done)))
    await expect.poll(() => end).toBeDefined()
    await expect(withLock(join(root, 'lock'), 50, async () => 0)).rejects.toThrow('another command is writing')
    end?.()
    await long
  })

  it('reads through a link only what is a file, never a folder', async () => {
    const root = await makeFreshFolder()
    await mkdir(join(root, 'live'), { recursive: true })
    await symlink('/nowhere', join(root, 'live/gone'))
    expect(await createFolderStore(root).read('live/gone')).toBeUndefined()
    expect(await createFolderStore(root).read('live')).toBeUndefined()
  })
})
