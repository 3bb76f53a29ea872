import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** Folder in a team's repository for the shared packages of this one. */
export const platformFolder = 'platform'
export const recordName = 'platform.json'

/** A path inside the repository: records come from other machines. */
const FilePath = v.pipe(v.string(), v.regex(/^(?:\.?[\w-]+\/)*\.?\w[\w.-]*$/))
const Packed = v.object({
  name: v.pipe(v.string(), v.regex(/^@adcoin\/[a-z0-9]+$/)),
  file: v.pipe(v.string(), v.regex(/^adcoin-[a-z0-9]+-[\w.-]+\.tgz$/)),
  integrity: v.pipe(v.string(), v.startsWith('sha512-')),
})
const Ranges = v.record(v.string(), v.string())

/**
 * `platform/platform.json`: the shared packages that were packed together. Unknown fields are ignored, because an older
 * tool reads the record of a newer platform.
 */
export const PlatformRecord = v.object({
  /** Version of the platform and a hash of the packages' contents: other contents have another version. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+-sha[0-9a-f]{12}$/)),
  packages: v.array(Packed),
  /** Third-party tools with the versions that this platform was tested with. */
  tools: v.object({ development: Ranges, optional: Ranges }),
  /** Group (`@adcoin/ui`, `calls`, `events`, `icons`, `libraries`) to name to the hash of its shape. */
  names: v.record(v.string(), Ranges),
  /** Codes of the languages that each remote has texts for. */
  languages: v.array(v.string()),
  /** Settings of the repository, by path. */
  files: v.record(FilePath, v.string()),
  changelog: v.string(),
  /** Address or relative folder of newer platforms. */
  from: v.optional(v.string()),
})
export type PlatformRecord = v.InferOutput<typeof PlatformRecord>

/** The record in a folder of packages; undefined if there is none. @throws if it is damaged */
export function readPlatformRecord(folder: string): PlatformRecord | undefined {
  const file = join(folder, recordName)
  return existsSync(file) ? parsePlatformRecord(readFileSync(file, 'utf8')) : undefined
}

export function parsePlatformRecord(text: string): PlatformRecord {
  return v.parse(PlatformRecord, JSON.parse(text))
}

/** The name and the text of a record's file. */
export function formatPlatformRecord(record: PlatformRecord): readonly [name: string, text: string] {
  return [recordName, `${JSON.stringify(record, null, 2)}\n`]
}
