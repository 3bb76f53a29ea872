import * as v from 'valibot'
import { Generation, idsOf, releaseKey } from '@adcoin/contract'
import type { Releases, SignedStore } from '../releases/releases.ts'
import { Refused, type ReleaseRefusal, refused } from '../refusal.ts'
import { checkSignature } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { readRelease } from '../releases/read-release.ts'
import type { ReleaseContext } from './site.ts'

/** The live state, verified: signatures, numbers and counter match. */
export type LiveState = {
  /** 0 where nothing is live yet. */
  readonly number: number
  readonly generation: Generation | undefined
  /** Every trusted release that the generation names, by `<app>/<id>`. */
  readonly releases: Releases
  /** Releases that it names and whose key was revoked since, with the reason: no plan takes them. */
  readonly distrusted: ReadonlyMap<string, ReleaseRefusal>
}

/**
 * Reads the live generation.
 *
 * @throws Refused where the store was set back (counter), or a generation or release is not what was signed
 */
export async function readLiveState(site: Pick<ReleaseContext, 'store' | 'ring' | 'counter'>): Promise<LiveState> {
  const number = await site.store.pointer()
  const highest = await site.counter.read()
  if (number < highest) {
    throw refused(
      'counter',
      'current',
      `the store shows generation ${number}, but ${highest} was live already: it was set back`,
      `Bring back generation ${highest}. Where it is lost for good: \`verify --renew --accept-set-back\` makes what is here live under a higher number.`,
    )
  }
  if (number === 0) return { number, generation: undefined, releases: new Map(), distrusted: new Map() }
  const generation = await readGeneration(site, number)
  const named = Object.entries(generation.apps).flatMap(([app, entry]) => idsOf(entry).map(id => ({ app, id })))
  const distrusted = new Map<string, ReleaseRefusal>()
  const releases = await Promise.all(
    named.map(async ({ app, id }) => {
      const key = releaseKey(app, id)
      try {
        return [[key, await readRelease(site, app, id)] as const]
      } catch (error) {
        const [refusal] = error instanceof Refused ? error.refusals : []
        if (refusal?.rule !== 'key-revoked') throw error
        distrusted.set(key, refusal)
        return []
      }
    }),
  )
  return { number, generation, releases: new Map(releases.flat()), distrusted }
}

/**
 * Reads one generation and trusts it only when the operators signed it under this number.
 *
 * @param isPast  an old one, for the history: also where its key was revoked since
 * @throws Refused where it is missing, damaged, replayed under another number, or not signed by an ops key
 */
export async function readGeneration(
  { store, ring }: SignedStore,
  number: number,
  isPast = false,
): Promise<Generation> {
  const path = layout.generation(number)
  const bytes = await store.read(path)
  if (!bytes)
    throw refused('generation-there', path, 'the generation is missing', 'See `history` for those that are there.')
  const bad = checkSignature(
    ring,
    'ops',
    'generation',
    String(number),
    bytes,
    await store.read(layout.generationSignature(number)),
  )
  if (bad && !(isPast && bad.isRevoked))
    throw refused(
      'generation-signature',
      path,
      bad.says,
      'Restore the file from a backup; do not sign it again before you know who changed it.',
    )
  const parsed = v.safeParse(Generation, JSON.parse(bytes.toString('utf8')))
  if (!parsed.success)
    throw refused(
      'generation-schema',
      path,
      'it does not fit the schema of a generation',
      'Restore the file from a backup.',
    )
  if (parsed.output.generation !== number)
    throw refused(
      'generation-number',
      path,
      `it is generation ${parsed.output.generation} under another number`,
      'Restore the file from a backup.',
    )
  return parsed.output
}

/** The generations that were live, newest first. A number whose attempt never went live is left out. */
export async function* pastGenerations(site: SignedStore, newest: number): AsyncGenerator<Generation> {
  for (let n = newest; n > 0;) {
    const generation = await readGeneration(site, n, true)
    yield generation
    n = generation.after ?? n - 1
  }
}
