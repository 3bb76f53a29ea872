import { groups } from 'virtual-shared-modules'
import { reasonOf } from '../reports.ts'
import { SharedFailure } from './release.ts'

export type SharedGroups = {
  /** The modules of a group by name; what the shell itself does with them has begun before. @throws SharedFailure */
  load(group: string): Promise<Readonly<Record<string, object>>>
}

/** Browsers remember a failed `import()` for the life of the page; one that hangs is given up after this time. */
const longestMs = 30_000

/**
 * The shared modules that arrive later, each group one file, brought once.
 *
 * @param prepare  the shell's own part of them; awaited before any group is handed out, so that it comes before the
 *   first use
 */
export function createSharedGroups(prepare: () => Promise<unknown>): SharedGroups {
  const brought = new Map<string, Promise<Readonly<Record<string, object>>>>()

  async function bring(group: string): Promise<Readonly<Record<string, object>>> {
    try {
      const [modules] = await inTime(Promise.all([groups[group]?.() ?? {}, prepare()]))
      return modules
    } catch (thrown) {
      throw new SharedFailure(`the shared modules of ${group} did not arrive: ${reasonOf(thrown)}`)
    }
  }

  return {
    load(group) {
      const known = brought.get(group) ?? bring(group)
      brought.set(group, known)
      return known
    },
  }
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing within ${longestMs} ms`)), longestMs)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
