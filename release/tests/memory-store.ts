import { Refused } from '../src/refusal.ts'
import { storeBusy, type Store } from '../src/store/store.ts'

/** The store in memory; `files` is open so that a test can tamper. */
export function createMemoryStore(): Store & { readonly files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>()
  let pointer = 0
  let busy = false
  return {
    files,
    read: async path => files.get(path),
    has: async path => files.has(path),
    async list(folder) {
      const below = [...files.keys()]
        .filter(path => path.startsWith(`${folder}/`))
        .map(path => path.slice(folder.length + 1).split('/')[0] ?? '')
      return [...new Set(below)].sort()
    },
    async addFolder(folder, content) {
      if ([...files.keys()].some(path => path.startsWith(`${folder}/`))) return false
      for (const [path, bytes] of content) files.set(`${folder}/${path}`, bytes)
      return true
    },
    async remove(path) {
      for (const key of [...files.keys()]) if (key === path || key.startsWith(`${path}/`)) files.delete(key)
    },
    pointer: async () => pointer,
    async movePointer(from, to) {
      if (pointer !== from) return false
      pointer = to
      return true
    },
    async exclusively(work) {
      if (busy) throw new Refused(storeBusy)
      busy = true
      try {
        return await work()
      } finally {
        busy = false
      }
    },
  }
}
