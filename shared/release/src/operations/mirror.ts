import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { readComposed } from '../compose/read-composed.ts'
import { Refused, sentence } from '../refusal.ts'
import { checkSiblings } from '../releases/check-siblings.ts'
import { checkFiles, readRelease, readReleaseFiles } from '../releases/read-release.ts'
import type { SignedStore } from '../releases/releases.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { Counter } from '../store/counter.ts'
import { layout, type Store } from '../store/store.ts'
import { troubleNotices } from './notices.ts'
import { expiryOf } from './renewal.ts'
import { readGeneration, readLiveState } from './live-state.ts'

/**
 * A store as it is copied from: any engine, with the public keys, which are read anew at each generation, so that a
 * rotated one is known.
 */
export type MirroredStore = {
  readonly store: Store
  readonly ring: () => Promise<KeyRing>
  /** The highest generation ever seen, outside both stores: a new mirror is not fed an old one. */
  readonly counter: Counter
  readonly now: () => Date
}

/**
 * Changes beside the live files, by paths in the store; `problems` are of untrusted parts, which were not copied.
 */
export type MirroredRest = {
  readonly copied: readonly string[]
  readonly removed: readonly string[]
  readonly problems: readonly string[]
  /** The live generation is old. */
  readonly warnings: readonly string[]
}

/**
 * Copies the live generation into a folder for a web server: every release that it names, then the generation and its
 * page, then the pointer, so that no page is served without its files. Each file gets its name after its signature and
 * its SHA-256 were checked. Existing files are not written again, so a killed copy continues.
 *
 * @returns the number of the generation in the folder; 0 if nothing is live
 * @throws Refused if the store was set back, or a signature or hash is wrong; the folder's generation stays live
 */
export async function mirrorLive({ store, ring, counter: ofMachine }: MirroredStore, to: Store): Promise<number> {
  const stands = await to.pointer()
  if ((await store.pointer()) === stands) return stands
  // A release never changes: an existing copy is not read from the store again, so that a rollback is quick.
  const read: Store['read'] = async path => (isOfRelease(path) && (await to.read(path))) || store.read(path)
  const from = { store: { ...store, read }, ring: await ring() }
  const counter = { ...ofMachine, read: async () => Math.max(stands, await ofMachine.read()) }
  const { number, releases } = await readLiveState({ ...from, counter })
  for (const { app, id } of releases.values()) await copyRelease(from, to, app, id)
  await copyGeneration(from, to, number)
  await to.addFolder(layout.live(number), await readComposed(store, from.ring, number))
  // Two mirrors that fill one folder: the slower one does not set it back.
  await to.exclusively(() => to.movePointer(stands, number))
  await counter.raise(number)
  return to.pointer()
}

/**
 * Copies all else: releases that open pages may still request or that operators can roll back to, staged ones, and
 * older generations. Files that the store no longer has are removed, but never live ones. Nothing is done while the
 * store shows another generation than the folder, as after a set-back.
 */
export async function mirrorRest({ store, ring, now }: MirroredStore, to: Store): Promise<MirroredRest> {
  const number = await to.pointer()
  if ((await store.pointer()) !== number) return { copied: [], removed: [], problems: [], warnings: [] }
  const from = { store, ring: await ring() }
  const copied: string[] = []
  const late = number === 0 ? undefined : expiryOf(await readGeneration({ store: to, ring: from.ring }, number), now())
  const warnings = late ? [sentence(late)] : []
  const problems: string[] = []
  const copy = async (path: string, work: () => Promise<boolean>) => {
    try {
      if (await work()) copied.push(path)
    } catch (error) {
      // A release that is not what was signed does not keep the others away; a store that does not answer ends the
      // copy.
      if (!(error instanceof Refused)) await store.pointer()
      // A key was revoked on purpose: what it signed stays away, and that is no problem.
      else if (error.refusals.every(({ rule }) => rule === 'key-revoked')) return
      problems.push(messageOf(error))
    }
  }
  for (const app of await store.list('releases'))
    for (const id of await store.list(`releases/${app}`))
      await copy(layout.release(app, id), () => copyRelease(from, to, app, id))
  let above = number
  for (let n = number - 1; n >= 1; n--)
    await copy(layout.generation(n), async () => {
      if (!(await store.has(layout.generation(n)))) {
        // Only the signature is there where an attempt died.
        if (await store.has(layout.generationSignature(n))) return false
        // `renew --accept-set-back` leaves a gap: the generation above it is signed with the number below it.
        const { after = n } = await readGeneration({ store: to, ring: from.ring }, above, true)
        if (after < n) return false
      }
      above = n
      return copyGeneration(from, to, n, true)
    })
  return { copied, removed: number === 0 ? [] : await removeGone(from, to, number), problems, warnings }
}

const isOfRelease = (path: string) => path.startsWith('releases/')

/** @returns false if it exists already */
async function copyRelease(from: SignedStore, to: Store, app: string, id: string): Promise<boolean> {
  const folder = layout.release(app, id)
  if (await to.has(`${folder}/release.json`)) return false
  const files = await readReleaseFiles(from.store, app, id)
  const aside = { store: memoryStore(), ring: from.ring }
  await aside.store.addFolder(folder, files)
  const release = await readRelease(aside, app, id)
  const wrong = [...(await checkFiles(aside, release)), ...(await checkSiblings(aside, release))]
  if (wrong.length > 0) throw new Refused(...wrong)
  return to.addFolder(folder, files)
}

/** @returns false if it exists already */
async function copyGeneration(from: SignedStore, to: Store, n: number, isPast = false): Promise<boolean> {
  if (await to.has(layout.generation(n))) return false
  const aside = { store: memoryStore(), ring: from.ring }
  // The signature is first, so that the other proves that both exist.
  for (const path of [layout.generationSignature(n), layout.generation(n)]) {
    const bytes = await from.store.read(path)
    if (bytes) await aside.store.addFile(path, bytes)
  }
  await readGeneration(aside, n, isPast)
  for (const [path, bytes] of aside.store.files) await to.addFile(path, bytes)
  return true
}

async function removeGone({ store, ring }: SignedStore, to: Store, number: number): Promise<readonly string[]> {
  const counter = { read: async () => number, raise: async () => undefined }
  const { releases } = await readLiveState({ store: to, ring, counter })
  const gone: string[] = []
  // Each is asked for by its name: a listing may lag behind.
  for (const app of await to.list('releases'))
    for (const id of await to.list(`releases/${app}`)) {
      const folder = layout.release(app, id)
      if (!releases.has(`${app}/${id}`) && !(await store.has(`${folder}/release.json`))) gone.push(folder)
    }
  for (const n of await to.list('live')) {
    const folder = layout.live(Number(n))
    if (Number(n) !== number && !(await store.has(`${folder}/live.json`))) gone.push(folder)
  }
  for (const folder of gone) await to.remove(folder)
  return gone
}

/**
 * Syncs a folder with its store until the signal ends it. The live generation is read by itself, so that a rollback
 * never waits for other copies. If the store does not answer, the last good state stays live; a failure is reported
 * once and retried.
 *
 * @param report         called with every generation that is live here, with trouble, and with its end
 * @param everyMs      between two looks at the pointer
 * @param restEveryMs  between two looks at all else; default a minute
 */
export async function keepMirror(
  from: MirroredStore,
  to: Store,
  report: (line: string) => void,
  signal: AbortSignal,
  everyMs: number,
  restEveryMs = 60_000,
): Promise<void> {
  let live = -1
  const first = Promise.withResolvers<void>()
  const follow = repeated('live generation', report, signal, everyMs, async () => {
    const now = await mirrorLive(from, to)
    if (now !== live) report(now === 0 ? 'Nothing is live yet.' : `Generation ${now} is live here.`)
    live = now
    first.resolve()
    return []
  })
  // The live content has priority.
  await Promise.race([first.promise, follow])
  const rest = repeated('other releases', report, signal, restEveryMs, async () => {
    const { problems, warnings } = await mirrorRest(from, to)
    return [...problems.map(notMirrored), ...warnings]
  })
  await Promise.all([follow, rest])
}

/** @param what  named in notices to operators */
async function repeated(
  what: string,
  report: (line: string) => void,
  signal: AbortSignal,
  everyMs: number,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  const notify = troubleNotices(`mirror on ${hostname()}: ${what}`, report)
  let before = ''
  while (!signal.aborted) {
    const problems = await work().catch((error: unknown) => [notMirrored(messageOf(error))])
    const now = problems.join('\n')
    if (now !== before) {
      report(now === '' ? 'The mirror is as its store again.' : now)
      notify(now === '' ? undefined : now)
    }
    before = now
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

const notMirrored = (why: string) => `Not mirrored: ${why}`

/** Some errors of connections have no message. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
