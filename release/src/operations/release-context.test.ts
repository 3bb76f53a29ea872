import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../tests/fixture-apps.ts'
import { folderCounter } from '../store/counter.ts'

describe('the highest generation that was ever live', () => {
  it('is remembered beside the keys, and only grows', async () => {
    const folder = await freshFolder()
    expect(await folderCounter(folder).read()).toBe(0)
    await folderCounter(folder).raise(4)
    await folderCounter(folder).raise(3)
    expect(await folderCounter(folder).read()).toBe(4)
    await folderCounter(folder).raise(10)
    expect(await folderCounter(folder).read()).toBe(10)
  })

  it('is not taken for zero where it cannot be read: a store that was set back would be believed', async () => {
    const [damaged, unreadable] = [await freshFolder(), await freshFolder()]
    await writeFile(join(damaged, 'counter'), '')
    await expect(folderCounter(damaged).read()).rejects.toThrow('is damaged')
    await mkdir(join(unreadable, 'counter'))
    await expect(folderCounter(unreadable).read()).rejects.toThrow('EISDIR')
  })
})
