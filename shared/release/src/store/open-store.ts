import { join } from 'node:path'
import { Refused, refuse } from '../refusal.ts'
import { folderStore } from './folder-store.ts'
import { objectStore } from './objects/object-store.ts'
import type { Store } from './store.ts'

/**
 * The store that this deployment is configured for: `RELEASE_STORE=s3://bucket/prefix`, else the data folder's own.
 *
 * @throws Refused where RELEASE_STORE is something else
 */
export function openStore(dataFolder: string): Store {
  const address = process.env.RELEASE_STORE ?? ''
  if (address === '') return folderStore(join(dataFolder, 'store'))
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/.exec(address) ?? []
  if (bucket === undefined)
    throw new Refused(refuse('store', 'RELEASE_STORE', 'it names no bucket', 'Say s3://bucket, or s3://bucket/prefix.'))
  const endpoint = process.env.RELEASE_STORE_ENDPOINT || undefined
  return objectStore({ bucket, prefix: path === '' ? '' : `${path.slice(1)}/`, endpoint })
}

/** Whether the store is a folder of this machine, which a web server beside it can read. */
export function isStoreFolder(): boolean {
  return (process.env.RELEASE_STORE ?? '') === ''
}
