import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFreshFolder } from '../../tests/fixture-apps.ts'
import { createFolderCounter } from '../store/counter.ts'

describe('the highest generation that was ever live', () => {
  it('is remembered beside the keys, and only grows', async () => {
    const folder = await makeFreshFolder()
    expect(await createFolderCounter(folder).read()).toBe(0)
    await createFolderCounter(folder).raise(4)
    await createFolderCounter(folder).raise(3)
    expect(await createFolderCounter(folder).read()).toBe(4)
    await createFolderCounter(folder).raise(10)
    expect(await createFolderCounter(folder).read()).toBe(10)
  })

  it('is not taken for zero where it cannot be read: a store that was set back would be believed', async () => {
    const [damaged, unreadable] = [await makeFreshFolder(), await makeFreshFolder()]
    await writeFile(join(damaged, 'counter'), '')
    await expect(createFolderCounter(damaged).read()).rejects.toThrow('is damaged')
    await mkdir(join(unreadable, 'counter'))
    await expect(createFolderCounter(unreadable).read()).rejects.toThrow('EISDIR')
  })
})
