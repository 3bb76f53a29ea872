import { isAbsolute, join } from 'node:path'
import { refused } from '../refusal.ts'
import { folderStore } from './folder-store.ts'
import { objectStore } from './objects/object-store.ts'
import type { Store } from './store.ts'
import { variable } from '../variables.ts'

/**
 * The store that this deployment is configured for: `RELEASE_STORE=s3://bucket/prefix` or `/folder`, else the data
 * folder's own.
 *
 * @throws Refused where RELEASE_STORE is something else
 */
export function openStore(dataFolder: string): Store {
  const folder = storeFolder(dataFolder)
  if (folder !== undefined) return folderStore(folder)
  const address = variable('RELEASE_STORE') ?? ''
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/.exec(address) ?? []
  if (bucket === undefined)
    throw refused(
      'store',
      'RELEASE_STORE',
      'it names no bucket and no folder',
      'Say s3://bucket, s3://bucket/prefix or /folder.',
    )
  const endpoint = variable('RELEASE_STORE_ENDPOINT')
  return objectStore({ bucket, prefix: path === '' ? '' : `${path.slice(1)}/`, endpoint })
}

/** The folder that the store is, on this machine; undefined where it is a bucket. */
export function storeFolder(dataFolder: string): string | undefined {
  const address = variable('RELEASE_STORE') ?? ''
  if (address === '') return join(dataFolder, 'store')
  return isAbsolute(address) ? address : undefined
}
