import { createHash, randomUUID } from 'node:crypto'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { readVariable } from '../../variables.ts'

export type S3BucketAddress = {
  readonly bucket: string
  /** The prefix of every key; empty, or with a slash at its end. */
  readonly prefix: string
  /** Of a server that is not Amazon's: `http://127.0.0.1:7480`; the bucket is then part of the path. */
  readonly endpoint?: string | undefined
  readonly client?: S3ClientConfig
  /** Gets a line while the server does not answer, at most each five seconds. */
  readonly say?: ((line: string) => void) | undefined
}

/** An object as it was read: `tag` is its ETag, `writer` names the one write that made it. */
type StoredObject = { readonly bytes: Buffer; readonly tag: string; readonly writer: string | undefined }

/** The requests of S3's protocol that a store needs. Keys are the store's; the prefix is added here. */
export type S3Bucket = {
  get(key: string): Promise<StoredObject | undefined>
  put(key: string, bytes: Buffer): Promise<void>
  /**
   * Writes only if there is no object (`undefined`), or the object with this tag. After a lost answer, or a request
   * that arrived twice, the name that each write carries shows whose object it is.
   *
   * @returns whether the object is of this write
   */
  putIfUnchanged(key: string, tag: string | undefined, bytes: Buffer): Promise<boolean>
  /** Names directly below a folder: objects, and folders of further ones. */
  listNames(folder: string): Promise<readonly string[]>
  /** Keys that begin with a text, with their age by the clock of the server. */
  listKeys(start: string): Promise<readonly { readonly key: string; readonly ageMs: number }[]>
  remove(keys: readonly string[]): Promise<void>
}

/**
 * A bucket through Amazon's client, which is read when it is first needed: a command on a folder never waits for it.
 */
export function openS3Bucket(address: S3BucketAddress): S3Bucket {
  let opening: Promise<S3Connection> | undefined
  const access: S3Access = {
    connect: () => (opening ??= openConnection(address)),
    at: key => ({ Bucket: address.bucket, Key: address.prefix + key }),
    address,
  }
  const get = (key: string) => getObject(access, key)
  return {
    get,
    put: (key, bytes) => putObject(access, key, bytes, randomUUID(), {}),
    putIfUnchanged: createConditionalPut(access, get),
    ...createListing(access),
    async remove(keys) {
      const { client, sdk } = await access.connect()
      await Promise.all(keys.map(key => client.send(new sdk.DeleteObjectCommand(access.at(key)))))
    },
  }
}

type Sdk = Pick<
  typeof import('@aws-sdk/client-s3'),
  'GetObjectCommand' | 'PutObjectCommand' | 'ListObjectsV2Command' | 'DeleteObjectCommand'
>
type S3Connection = { readonly client: S3Client; readonly sdk: Sdk; serverNow(): number }

/** One connection and one way to name keys. */
type S3Access = {
  connect(): Promise<S3Connection>
  at(key: string): { readonly Bucket: string; readonly Key: string }
  readonly address: S3BucketAddress
}

async function getObject({ connect, at }: S3Access, key: string): Promise<StoredObject | undefined> {
  const { client, sdk } = await connect()
  try {
    const found = await client.send(new sdk.GetObjectCommand(at(key)))
    const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? [])
    const { writer, sha256: expected } = found.Metadata ?? {}
    if (expected !== undefined && expected !== hash('sha256', bytes, 'hex'))
      throw new Error(`${key} in the object store is not what was written: its checksum differs`)
    return { bytes, tag: found.ETag ?? '', writer }
  } catch (error) {
    // Not where the bucket itself is missing: that is no empty store.
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined
    throw error
  }
}

async function putObject(
  { connect, at }: S3Access,
  key: string,
  bytes: Buffer,
  writer: string,
  condition: object,
): Promise<void> {
  const { client, sdk } = await connect()
  const checked = {
    Body: bytes,
    // The server checks Content-MD5; readers check the SHA-256.
    ContentMD5: hash('md5', bytes, 'base64'),
    Metadata: { writer, sha256: hash('sha256', bytes, 'hex') },
  }
  await client.send(new sdk.PutObjectCommand({ ...at(key), ...checked, ...condition }))
}

function createConditionalPut(access: S3Access, get: S3Bucket['get']): S3Bucket['putIfUnchanged'] {
  // HTTP writes a tag in quotation marks; Ceph before 18 compares it without.
  let isQuoted = true
  return async (key, tag, bytes) => {
    const writer = randomUUID()
    for (let attempt = 1; ; attempt++) {
      const condition = tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: isQuoted ? tag : tag.replaceAll('"', '') }
      try {
        await putObject(access, key, bytes, writer, condition)
        return true
      } catch (error) {
        // The write failed or its outcome is unknown: read the object back to see who won.
        const found = await get(key)
        if (found?.writer === writer) return true
        if (found?.tag !== tag) return false
        if (attempt === 4) throw error
        if (error instanceof Error && error.name === 'PreconditionFailed') isQuoted = !isQuoted
        else await new Promise(done => setTimeout(done, 50 * 2 ** attempt))
      }
    }
  }
}

function createListing({ connect, address: { bucket, prefix } }: S3Access): Pick<S3Bucket, 'listNames' | 'listKeys'> {
  async function* readPages(start: string, Delimiter?: string) {
    const { client, sdk } = await connect()
    const request = { Bucket: bucket, Prefix: prefix + start, ...(Delimiter ? { Delimiter } : {}) }
    let next: string | undefined
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ ...request, ...(next === undefined ? {} : { ContinuationToken: next }) }),
      )
      yield page
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }
  return {
    async listNames(folder) {
      const start = `${folder}/`
      const found = new Set<string>()
      for await (const { Contents = [], CommonPrefixes = [] } of readPages(start, '/'))
        for (const text of [...Contents.map(each => each.Key), ...CommonPrefixes.map(each => each.Prefix)])
          found.add((text ?? '').slice(prefix.length + start.length).replace(/\/$/, ''))
      found.delete('')
      return [...found].sort()
    },
    async listKeys(start) {
      const { serverNow } = await connect()
      const found: { key: string; ageMs: number }[] = []
      for await (const { Contents = [] } of readPages(start))
        for (const { Key = '', LastModified } of Contents)
          found.push({ key: Key.slice(prefix.length), ageMs: serverNow() - (LastModified?.getTime() ?? Infinity) })
      return found
    },
  }
}

async function openConnection({ bucket, endpoint, client: more, say }: S3BucketAddress): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: readVariable('AWS_REGION') ?? '',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Every write here can be sent again: it is either the same bytes at a key of its own, or conditional.
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    // The client's own checksums fail on servers other than Amazon's. Content-MD5 and our SHA-256 work on all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...more,
  })
  let serverAhead = 0
  let saidAt = -Infinity
  const sayWaiting = (error: unknown) => {
    if (!say || isAnswered(error) || performance.now() - saidAt < 5_000) return
    saidAt = performance.now()
    say(`Waiting for the bucket ${bucket}${endpoint === undefined ? '' : ` at ${endpoint}`}, which does not answer …`)
  }
  client.middlewareStack.add(
    follow => async input => {
      const answer = await follow(input).catch((error: unknown) => {
        sayWaiting(error)
        throw error
      })
      const { headers } = answer.response as { headers?: Readonly<Record<string, string>> }
      const serverTime = Date.parse(headers?.date ?? '')
      if (!Number.isNaN(serverTime)) serverAhead = serverTime - Date.now()
      return answer
    },
    { step: 'deserialize', name: 'clockOfTheServer' },
  )
  return { client, sdk, serverNow: () => Date.now() + serverAhead }
}

const isAnswered = (error: unknown) => error instanceof Object && '$response' in error

/** Whether a request of a bucket had no answer, or none in time. */
export function isBucketAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error) || isAnswered(error)) return false
  return 'code' in error || error.name === 'TimeoutError'
}

function hash(algorithm: 'md5' | 'sha256', bytes: Buffer, as: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(as)
}
