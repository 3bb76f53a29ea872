import { describe, expect, it } from 'vitest'
import { memoryStore } from '../store/memory-store.ts'
import { releaseFiles } from './release-files.ts'

async function withFiles(count: number) {
  const store = memoryStore()
  for (let index = 0; index < count; index++) await store.addFile(`f${index}.js`, Buffer.alloc(100, index))
  const read: string[] = []
  const original = store.read
  store.read = async path => {
    read.push(path)
    return original(path)
  }
  return { store, read }
}

describe('release files', () => {
  it('are read once, with the compressed siblings that are there', async () => {
    const { store, read } = await withFiles(1)
    await store.addFile('f0.js.br', Buffer.from('br'))
    const fileOf = releaseFiles(store)
    expect((await fileOf('f0.js'))?.encoded).toEqual(new Map([['br', Buffer.from('br')]]))
    await fileOf('f0.js')
    expect(read).toEqual(['f0.js', 'f0.js.br', 'f0.js.gz'])
  })

  it('that were removed are gone at the next look', async () => {
    const { store } = await withFiles(1)
    const fileOf = releaseFiles(store, 1_000, 0)
    expect(await fileOf('f0.js')).toBeDefined()
    await store.remove('f0.js')
    expect(await fileOf('f0.js')).toBeUndefined()
  })

  it('that were not there are found once they are', async () => {
    const { store } = await withFiles(0)
    const fileOf = releaseFiles(store)
    expect(await fileOf('f0.js')).toBeUndefined()
    await store.addFile('f0.js', Buffer.from('x'))
    expect(await fileOf('f0.js')).toBeDefined()
  })

  it('stay within the memory given, and those used last stay', async () => {
    const { store, read } = await withFiles(4)
    const fileOf = releaseFiles(store, 250)
    for (const path of ['f0.js', 'f1.js', 'f0.js', 'f2.js', 'f0.js']) await fileOf(path)
    expect(read.filter(path => path.endsWith('.js'))).toEqual(['f0.js', 'f1.js', 'f2.js'])
    await fileOf('f1.js')
    expect(read.filter(path => path === 'f1.js')).toHaveLength(2)
  })

  it('larger than the memory are served all the same', async () => {
    const { store } = await withFiles(1)
    const fileOf = releaseFiles(store, 10)
    expect((await fileOf('f0.js'))?.bytes.length).toBe(100)
    expect((await fileOf('f0.js'))?.bytes.length).toBe(100)
  })
})
