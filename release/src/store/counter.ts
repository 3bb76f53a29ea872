import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, replaceFile } from './durable.ts'

/**
 * The highest generation ever seen, kept outside the store: a store that shows a lower one was set back. The release
 * command and gateways each keep one beside their public keys.
 */
export type Counter = { read(): Promise<number>; raise(to: number): Promise<void> }

/** A counter that is forgotten with the process, for tests. */
export function createMemoryCounter(): Counter {
  let highest = 0
  return { read: async () => highest, raise: async to => void (highest = Math.max(highest, to)) }
}

/** The counter of a key folder; none yet is 0. @throws where it is damaged or cannot be read */
export function createFolderCounter(folder: string): Counter {
  const file = join(folder, 'counter')
  const read = async () => {
    const text = await readFile(file, 'utf8').catch(error => {
      if (hasCode(error, 'ENOENT')) return '0'
      throw error
    })
    // An unreadable counter is not zero: zero would accept a store that was set back.
    if (!/^[0-9]{1,9}$/.test(text.trim()))
      throw new Error(`the counter file ${file} is damaged: "${text.slice(0, 40)}"`)
    return Number(text)
  }
  return {
    read,
    async raise(to) {
      if (to > (await read())) await replaceFile(folder, 'counter', `${to}\n`, 0o644)
    },
  }
}

/** The same, for a process that may only read the keys: who may write raises it there. */
export function createReadOnlyCounter(counter: Counter): Counter {
  return {
    read: counter.read,
    raise: to =>
      counter.raise(to).catch(error => {
        if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error
      }),
  }
}
