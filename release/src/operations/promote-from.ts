import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Release } from '@adcoin/contract'
import { createRefused, Refused } from '../refusal.ts'
import { storeSigned } from '../releases/add-release.ts'
import { listReleases } from '../releases/list-releases.ts'
import { checkFiles, readRelease } from '../releases/read-release.ts'
import { openStoreAt } from '../store/open-store.ts'
import { layout, type Store } from '../store/store.ts'
import type { LiveState } from './live-state.ts'
import { findReleaseToPromote } from './promote.ts'
import { refuseOtherBytes } from './publish.ts'
import type { ReleaseContext } from './release-context.ts'

/** A release of another store, staging's mostly. */
export type ArrivingRelease = {
  readonly id: string
  /** This store as it will be with the release: all rules before the copy are asked of it. */
  readonly context: ReleaseContext
  /** Copies it: the bytes and the signature of its team. Compressed forms are made here, because none signs them. */
  copy(): Promise<void>
}

/**
 * Finds a release in another store; nothing is written.
 *
 * @param address  of that store
 * @param named  by default the newest release there that neither failed nor was revoked here
 * @throws Refused if there is none, it is not whole, or no key of this machine signed it
 */
export async function findArrivingRelease(
  context: ReleaseContext,
  state: LiveState,
  app: string,
  address: string,
  named?: string,
): Promise<ArrivingRelease> {
  if (isAbsolute(address) && !existsSync(address))
    throw createRefused(
      'no-store',
      address,
      'no release store is here',
      'Name the folder or bucket of the other store.',
    )
  const source = { ...context, store: openStoreAt(address, '--from', line => console.error(line)) }
  const release = await findTrusted(source, state, app, named).catch(error => {
    throw isUnknownKey(error) ? createUnknownKey(address, error) : error
  })
  const damaged = await checkFiles(source, release)
  if (damaged.length > 0) throw new Refused(...damaged)
  if (await context.store.has(`${layout.release(app, release.id)}/release.json`))
    refuseOtherBytes(release, await readRelease(context, app, release.id))
  return {
    id: release.id,
    context: { ...context, store: withFolderOf(context.store, source.store, layout.release(app, release.id)) },
    copy: () => copyRelease(source.store, context, release),
  }
}

/** The release; where no key of this machine signed any of the app, the reason for one of them. */
async function findTrusted(source: ReleaseContext, state: LiveState, app: string, named?: string): Promise<Release> {
  const [first] = await source.store.list(`releases/${app}`)
  const releases = named === undefined ? await listReleases(source, app) : []
  if (named === undefined && first !== undefined && releases.length === 0) return readRelease(source, app, first)
  return findReleaseToPromote(source, state, app, named)
}

async function copyRelease(from: Store, context: ReleaseContext, release: Release): Promise<void> {
  const [folder, maps] = [layout.release(release.app, release.id), layout.maps(release.app, release.id)]
  const read = async (path: string) => (await from.read(path)) ?? Buffer.alloc(0)
  const readAll = async (below: string, paths: readonly string[]) =>
    new Map(await Promise.all(paths.map(async path => [path, await read(`${below}/${path}`)] as const)))
  const files = await readAll(
    folder,
    release.files.map(({ path }) => path),
  )
  const packed = { release, description: await read(`${folder}/release.json`), files }
  const signature = await read(`${folder}/release.sig`)
  await storeSigned(context, { ...packed, maps: await readAll(maps, await from.list(maps)) }, signature)
}

/** A store in which one folder of another one is seen too. */
function withFolderOf(store: Store, other: Store, folder: string): Store {
  const of = (path: string) => (path.startsWith(`${folder}/`) || path === folder ? other : store)
  const [parent, name] = [folder.slice(0, folder.lastIndexOf('/')), folder.slice(folder.lastIndexOf('/') + 1)]
  return {
    ...store,
    read: path => of(path).read(path),
    has: path => of(path).has(path),
    async list(path) {
      const names = await of(path).list(path)
      return path === parent && !names.includes(name) ? [...names, name].sort() : names
    },
  }
}

const isUnknownKey = (error: unknown): error is Refused =>
  error instanceof Refused && error.refusals.some(({ rule }) => rule === 'release-signature')

function createUnknownKey(address: string, { refusals }: Refused): Refused {
  const says = refusals.map(({ says: each }) => each).join('; ')
  const remedy = 'Give this machine the public key of the team (keys.json), or take a release that a known key signed.'
  return createRefused('release-signature', address, says, remedy)
}
