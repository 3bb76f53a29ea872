import { objectServerKeys } from './object-server.ts'
import { openS3Bucket } from '../src/store/objects/s3-bucket.ts'
import { createObjectStore } from '../src/store/objects/object-store.ts'

/**
 * hold-bucket.ts <prefix> <endpoint>: takes the store, leaves a file of a folder that it never finishes, reports it
 * and waits to be killed.
 */
const [prefix = '', endpoint = ''] = process.argv.slice(2)
const address = { bucket: 'adcoin', prefix, endpoint, client: { credentials: objectServerKeys } }
await createObjectStore(address).exclusively(async () => {
  await openS3Bucket(address).put('files/half/a.js', Buffer.from('a'))
  process.send?.('written')
  await new Promise(done => setTimeout(done, 600_000))
})
