import * as v from 'valibot'
import { Generation, idsOf, releaseKey } from '@adcoin/contract'
import type { Releases, SignedStore } from '../releases/releases.ts'
import { Refused, refuse } from '../refusal.ts'
import { distrust } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { readRelease } from '../releases/read-release.ts'
import type { Site } from './site.ts'

/** What is live now, and believed: signatures, numbers and counter fit. */
export type LiveState = {
  /** 0 where nothing is live yet. */
  readonly number: number
  readonly generation: Generation | undefined
  /** Every release that the generation names, by `<app>/<id>`. */
  readonly releases: Releases
}

/**
 * Reads the live generation.
 *
 * @throws Refused where the store was set back (counter), or a generation or release is not what was signed
 */
export async function readLiveState(site: Pick<Site, 'store' | 'ring' | 'counter'>): Promise<LiveState> {
  const number = await site.store.pointer()
  const highest = await site.counter.read()
  if (number < highest) {
    throw new Refused(
      refuse(
        'counter',
        'current',
        `the store shows generation ${number}, but ${highest} was live already: it was set back`,
        `Bring back generation ${highest}. To go back to older releases, use \`rollback\`: it makes a new generation.`,
      ),
    )
  }
  if (number === 0) return { number, generation: undefined, releases: new Map() }
  const generation = await readGeneration(site, number)
  const named = Object.entries(generation.apps).flatMap(([app, entry]) => idsOf(entry).map(id => ({ app, id })))
  const releases = await Promise.all(
    named.map(async ({ app, id }) => [releaseKey(app, id), await readRelease(site, app, id)] as const),
  )
  return { number, generation, releases: new Map(releases) }
}

/**
 * Reads one generation and believes it only when the operators signed it under this number.
 *
 * @throws Refused where it is missing, damaged, replayed under another number, or not signed by an ops key
 */
export async function readGeneration({ store, ring }: SignedStore, number: number): Promise<Generation> {
  const path = layout.generation(number)
  const bytes = await store.read(path)
  if (!bytes)
    throw new Refused(
      refuse('generation-there', path, 'the generation is missing', 'See `history` for those that are there.'),
    )
  const why = distrust(
    ring,
    'ops',
    'generation',
    String(number),
    bytes,
    await store.read(layout.generationSignature(number)),
  )
  if (why)
    throw new Refused(
      refuse(
        'generation-signature',
        path,
        why,
        'Restore the file from a backup; do not sign it again before you know who changed it.',
      ),
    )
  const parsed = v.safeParse(Generation, JSON.parse(bytes.toString('utf8')))
  if (!parsed.success)
    throw new Refused(
      refuse(
        'generation-schema',
        path,
        'it does not fit the schema of a generation',
        'Restore the file from a backup.',
      ),
    )
  if (parsed.output.generation !== number)
    throw new Refused(
      refuse(
        'generation-number',
        path,
        `it is generation ${parsed.output.generation} under another number`,
        'Restore the file from a backup.',
      ),
    )
  return parsed.output
}
