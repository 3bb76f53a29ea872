import * as v from 'valibot'
import { sha384 } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout, type Store } from '../store/store.ts'

/** The list of what was composed. Numbers of before 2026-11-28 have another one, and no `live.json` beside it. */
const lists = [
  { list: 'files.json', signature: 'files.sig' },
  { list: 'live.json', signature: 'live.sig' },
] as const

const FilesJson = v.object({ files: v.record(v.string(), v.string()) })

/**
 * The composed files of a number by their paths, with their list and its signature. Believed only when the operators
 * signed the list and the hash of each file fits.
 *
 * @throws where one of them is missing, or not what was composed
 */
export async function readComposed(
  store: Pick<Store, 'read'>,
  ring: KeyRing,
  n: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const folder = layout.live(n)
  for (const { list, signature } of lists) {
    const [bytes, signed] = await Promise.all([list, signature].map(name => store.read(`${folder}/${name}`)))
    if (!bytes || (list === 'live.json' && !signed)) continue
    const bad = checkSignature(ring, 'ops', 'live', String(n), bytes, signed)
    if (bad || !signed) throw new Error(`${folder}/${list}: ${bad?.says}`)
    const { files } = v.parse(FilesJson, JSON.parse(bytes.toString('utf8')))
    const read = Object.entries(files).map(async ([path, hash]) => {
      const content = await store.read(`${folder}/${path}`)
      if (!content || sha384(content) !== hash) throw new Error(`${folder}/${path} is not the file that was composed`)
      return [path, content] as const
    })
    return new Map([...(await Promise.all(read)), [list, bytes], [signature, signed]])
  }
  throw new Error(`number ${n} is not composed: ${folder}/files.json is missing`)
}
