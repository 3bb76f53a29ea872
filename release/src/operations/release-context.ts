import { join } from 'node:path'
import { userInfo } from 'node:os'
import { ensureKeys, readKeyRing, type KeyRing, type KeyRole } from '../signing/key-ring.ts'
import { createFolderCounter, type Counter } from '../store/counter.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { readVariable } from '../variables.ts'

/** A store with what is needed to change it: keys, the highest generation ever live, a clock and a name. */
export type ReleaseContext = {
  readonly store: Store
  readonly ring: KeyRing
  /** The highest generation that was ever live, kept beside the keys: a store that shows a lower one was set back. */
  readonly counter: Counter
  readonly now: () => Date
  /** Name of the author, for the history. */
  readonly by: string
  /** Whether generations made here allow overrides; undefined keeps the live setting. */
  readonly overrides?: boolean
}

/**
 * The local store of a data folder with its keys: `<data>/store` and `<data>/keys`.
 *
 * @param roles  whose keys are made where they are missing: a local store, where one machine plays every team
 */
export async function openReleaseContext(dataFolder: string, roles: readonly KeyRole[] = []): Promise<ReleaseContext> {
  const keys = join(dataFolder, 'keys')
  const now = () => new Date()
  const ring = await ensureKeys(keys, roles, now())
  return {
    store: openStore(dataFolder, line => console.error(line)),
    ring,
    counter: createFolderCounter(keys),
    now,
    by: readVariable('RELEASE_BY') ?? nameOfUser(),
  }
}

/** Whether missing keys are made here: in a local store. Else each team holds its own and no other. */
export function canMakeKeys(): boolean {
  return readVariable('RELEASE_KEYS') !== 'given'
}

/** For reading: creates no key, and signs only with keys that this machine has. */
export async function readReleaseContext(dataFolder: string): Promise<Omit<ReleaseContext, 'by'>> {
  const keys = join(dataFolder, 'keys')
  const now = () => new Date()
  return { store: openStore(dataFolder), ring: await readKeyRing(keys), counter: createFolderCounter(keys), now }
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that has no name.
    return 'unknown'
  }
}
