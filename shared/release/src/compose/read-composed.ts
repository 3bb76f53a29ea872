import * as v from 'valibot'
import { sha384 } from '../files/files.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout, type Store } from '../store/store.ts'

const LiveJson = v.strictObject({
  schema: v.literal(1),
  generation: v.number(),
  files: v.record(v.string(), v.string()),
})

/**
 * The composed files of a generation by their paths, with `live.json` and its signature. Believed only when the
 * operators signed the list and the hash of each file fits.
 *
 * @throws where one of them is missing, or not what was composed
 */
export async function readComposed(
  store: Pick<Store, 'read'>,
  ring: KeyRing,
  n: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const folder = layout.live(n)
  const list = await store.read(`${folder}/live.json`)
  if (!list) throw new Error(`generation ${n} is not composed: ${folder}/live.json is missing`)
  const signature = await store.read(`${folder}/live.sig`)
  const bad = checkSignature(ring, 'ops', 'live', String(n), list, signature)
  if (bad || !signature) throw new Error(`${folder}/live.json: ${bad?.says}`)
  const { files } = v.parse(LiveJson, JSON.parse(list.toString('utf8')))
  const read = Object.entries(files).map(async ([path, hash]) => {
    const content = await store.read(`${folder}/${path}`)
    if (!content || sha384(content) !== hash) throw new Error(`${folder}/${path} is not the file that was composed`)
    return [path, content] as const
  })
  return new Map([...(await Promise.all(read)), ['live.json', list], ['live.sig', signature]])
}
