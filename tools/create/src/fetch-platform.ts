import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isValiError } from 'valibot'
import { CreateError } from './names.ts'
import { computeIntegrity } from './pack-platform.ts'
import { parsePlatformRecord, recordName, type PlatformRecord } from './platform-record.ts'

/** A platform with the bytes of its packages, each compared with the record. */
export type FetchedPlatform = { readonly record: PlatformRecord; readonly files: ReadonlyMap<string, Buffer> }

/** @param source  an address, or an absolute folder. @throws CreateError with what to do */
export async function fetchPlatform(source: string): Promise<FetchedPlatform> {
  const read = isUrl(source) ? createUrlReader(source) : createFolderReader(source)
  const record = parseFetchedRecord(source, (await read(recordName)).toString('utf8'))
  const files = new Map<string, Buffer>()
  for (const { file, integrity } of record.packages) {
    const bytes = await read(file)
    if (computeIntegrity(bytes) !== integrity)
      throw new CreateError(
        `${file} of ${source} differs from its record in ${recordName}; nothing was changed. Pack the platform again there.`,
      )
    files.set(file, bytes)
  }
  return { record, files }
}

const answerMs = 60_000
const isUrl = (source: string): boolean => /^https?:\/\//.test(source)

function parseFetchedRecord(source: string, text: string): PlatformRecord {
  try {
    return parsePlatformRecord(text)
  } catch (error) {
    const [first] = isValiError(error) ? error.issues : []
    const reason = first ? first.message : error instanceof Error ? error.message : String(error)
    throw new CreateError(`${recordName} of ${source} is no record of a platform: ${reason}. Nothing was changed.`)
  }
}

type Read = (name: string) => Promise<Buffer>

function createFolderReader(folder: string): Read {
  if (existsSync(join(folder, recordName))) return async name => readFileSync(join(folder, name))
  const isCheckout = existsSync(join(folder, 'tools/create'))
  throw new CreateError(
    `${folder} has no ${recordName}; nothing was changed. ` +
      (isCheckout
        ? 'Pack the platform there first: npm run new -- platform FOLDER. Then give that folder.'
        : 'Give the folder or address that npm run new -- platform wrote.'),
  )
}

function createUrlReader(source: string): Read {
  const { protocol, hostname } = new URL(source)
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    throw new CreateError(`${source} could be changed on its way; nothing was changed. Use https.`)
  const base = source.endsWith('/') ? source : `${source}/`
  return async name => {
    const url = new URL(name, base)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
      if (!answer.ok) throw new Error(`it answers ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw new CreateError(
        `${url.href} cannot be read (${cause instanceof Error ? cause.message : String(cause)}); nothing was changed.`,
      )
    }
  }
}
