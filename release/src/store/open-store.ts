import { isAbsolute, join } from 'node:path'
import { createRefused } from '../refusal.ts'
import { createFolderStore } from './folder-store.ts'
import { createObjectStore } from './objects/object-store.ts'
import type { Store } from './store.ts'
import { readVariable } from '../variables.ts'

/**
 * The store that this deployment is configured for: `RELEASE_STORE=s3://bucket/prefix` or `/folder`, else the data
 * folder's own.
 *
 * @param say  gets a line while a bucket does not answer
 * @throws Refused if RELEASE_STORE is something else
 */
export function openStore(dataFolder: string, say?: (line: string) => void): Store {
  return openStoreAt(findStoreFolder(dataFolder) ?? readVariable('RELEASE_STORE') ?? '', 'RELEASE_STORE', say)
}

/** The store at an address. @param place  what named the address, for the refusal */
export function openStoreAt(address: string, place: string, say?: (line: string) => void): Store {
  if (isAbsolute(address)) return createFolderStore(address)
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/.exec(address) ?? []
  if (bucket === undefined)
    throw createRefused(
      'store',
      place,
      'it is neither a bucket nor a folder',
      'Write s3://bucket, s3://bucket/prefix or /folder.',
    )
  const endpoint = readVariable('RELEASE_STORE_ENDPOINT')
  return createObjectStore({ bucket, prefix: path === '' ? '' : `${path.slice(1)}/`, endpoint, say })
}

/** The folder that the store is, on this machine; undefined if it is a bucket. */
export function findStoreFolder(dataFolder: string): string | undefined {
  const address = readVariable('RELEASE_STORE') ?? ''
  if (address === '') return join(dataFolder, 'store')
  return isAbsolute(address) ? address : undefined
}
