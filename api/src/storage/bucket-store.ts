import { createHash } from 'node:crypto'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import { createVariableReader } from '@adcoin/contract'
import { PartAway } from '../refusals/refusal.ts'
import { createLocalIncoming, checkKey, type FileStore } from './file-store.ts'
import { variables } from '../variables.ts'

export type UploadBucket = {
  readonly bucket: string
  /** Prefix of every key; empty, or with a slash at its end. */
  readonly prefix: string
  /** Address of a server that is not Amazon's; the path then contains the bucket. */
  readonly endpoint: string | null
}

/**
 * Uploads in a bucket, so that services on several machines share them. A key is 128 random bits and is written once,
 * with the same bytes at every attempt, so any request can be repeated. The server checks Content-MD5; readers compare
 * SHA-256, and an answer with other bytes is cut off before its end. Incoming files are on the disk, because they are
 * checked first.
 */
export function createBucketStore(address: UploadBucket, dataDir: string, log: FastifyBaseLogger): FileStore {
  let opening: Promise<Wire> | undefined
  const wire = () => (opening ??= connect(address))
  const at = (key: string) => ({ Bucket: address.bucket, Key: address.prefix + checkKey(key) })

  async function ask<Answer>(work: (wire: Wire) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await wire())
    } catch (error) {
      log.error({ err: error }, 'the bucket of uploads does not answer')
      throw new PartAway()
    }
  }

  return {
    ...createLocalIncoming(dataDir),
    async put(key, bytes) {
      const checked = { ContentMD5: hash('md5', bytes, 'base64'), Metadata: { sha256: hash('sha256', bytes, 'hex') } }
      const object = { ...at(key), Body: bytes, ...checked }
      await ask(({ client, sdk }) => client.send(new sdk.PutObjectCommand(object)))
    },
    async read(key) {
      const object = at(key)
      const found = await ask(({ client, sdk }) =>
        client.send(new sdk.GetObjectCommand(object)).catch((error: unknown) => {
          // Not where the bucket itself is missing.
          if (error instanceof Error && error.name === 'NoSuchKey') return undefined
          throw error
        }),
      )
      if (!found?.Body) return undefined
      const stream = asWritten(found.Metadata?.['sha256'], problem => log.error({ key }, problem))
      const body = found.Body as Readable
      body.once('error', error => stream.destroy(error))
      stream.once('close', () => body.destroy())
      return { stream: body.pipe(stream), bytes: found.ContentLength ?? 0 }
    },
    async remove(key) {
      const object = at(key)
      await ask(({ client, sdk }) => client.send(new sdk.DeleteObjectCommand(object)))
    },
  }
}

/** Passes bytes on, and the last of them only when all are what was written. */
function asWritten(expected: string | undefined, tell: (problem: string) => void): Transform {
  const whole = createHash('sha256')
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      whole.update(chunk)
      if (last) this.push(last)
      last = chunk
      done()
    },
    flush(done) {
      if (whole.digest('hex') === expected) return done(null, last)
      tell('an upload in the bucket is not what was written')
      done(new Error('an upload in the bucket is not what was written'))
    },
  })
}

type Sdk = Pick<typeof import('@aws-sdk/client-s3'), 'GetObjectCommand' | 'PutObjectCommand' | 'DeleteObjectCommand'>
type Wire = { readonly client: S3Client; readonly sdk: Sdk }

const maxSockets = 1_000

/** Amazon's client, read when a bucket is first needed. */
async function connect({ endpoint }: UploadBucket): Promise<Wire> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: createVariableReader(variables, process.env)('AWS_REGION') ?? '',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Less than the gateway waits, all of them together.
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 6_000,
      throwOnRequestTimeout: true,
      // More than files are sent at once: by default 50 slow readers would stop the uploads of all.
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
    // The SDK's other checksums need S3 itself; every server understands Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, sdk }
}

function hash(algorithm: 'md5' | 'sha256', bytes: Buffer, as: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(as)
}
