import * as v from 'valibot'
import { Live, LiveApp, LiveChange, listNamedReleases, buildReleaseKey, type Release } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import { backupRemedy, readFileList, readListed } from '../compose/read-composed.ts'
import type { Releases, SignedStore } from '../releases/releases.ts'
import { Refused, type ReleaseRefusal, createRefused } from '../refusal.ts'
import type { PublicKeyEntry } from '../signing/key-ring.ts'
import { parseTeamKeys, teamKeysFile, withTeamKeys } from '../signing/team-keys.ts'
import { layout } from '../store/store.ts'
import { readRelease } from '../releases/read-release.ts'
import { readFormer } from './former-generation.ts'
import type { ReleaseContext } from './release-context.ts'

/** A generation: what was live, and the change that made it live. */
export type LiveRecord = { readonly live: LiveChoice; readonly change: LiveChange }

/** The live state, verified: signatures, numbers and counter match. */
export type LiveState = {
  /** 0 if nothing is live yet. */
  readonly number: number
  readonly live: LiveChoice | undefined
  readonly change: LiveChange | undefined
  /** Every trusted release of the generation, by `<app>/<id>`. */
  readonly releases: Releases
  /** Releases of the generation whose key was revoked since, with the reason: no plan uses them. */
  readonly distrusted: ReadonlyMap<string, ReleaseRefusal>
  /** The teams' public keys that operators signed with it. */
  readonly teamKeys: readonly PublicKeyEntry[]
}

/**
 * Reads what is live.
 *
 * @throws Refused if the store was set back (counter), or a file or release differs from its signature
 */
export async function readLiveState(context: Pick<ReleaseContext, 'store' | 'ring' | 'counter'>): Promise<LiveState> {
  const number = await context.store.pointer()
  const highest = await context.counter.read()
  if (number < highest) {
    throw createRefused(
      'counter',
      'current',
      `the store has generation ${number}, but ${highest} was live: it was set back`,
      `Restore generation ${highest} from a backup. If it is lost for good: \`verify --renew --accept-set-back\`.`,
    )
  }
  const nothing = { live: undefined, change: undefined, releases: new Map(), distrusted: new Map(), teamKeys: [] }
  if (number === 0) return { number, ...nothing }
  const { live, change, teamKeys } = await readRecord(context, number)
  const trusted = { ...context, ring: withTeamKeys(context.ring, teamKeys) }
  const named = Object.entries(live.apps).flatMap(([app, entry]) => listNamedReleases(entry).map(id => ({ app, id })))
  const distrusted = new Map<string, ReleaseRefusal>()
  const releases = await Promise.all(
    named.map(async ({ app, id }) => {
      const key = buildReleaseKey(app, id)
      try {
        return [[key, await readRelease(trusted, app, id)] as const]
      } catch (error) {
        const [refusal] = error instanceof Refused ? error.refusals : []
        if (refusal?.rule !== 'key-revoked') throw error
        distrusted.set(key, refusal)
        return []
      }
    }),
  )
  return { number, live, change, releases: new Map(releases.flat()), distrusted, teamKeys }
}

/** What a command needs of live.json; the rest is compared by `verify`, which composes it again. */
const Choice = v.object({
  ...v.pick(Live, ['number', 'created', 'revoked', 'floor', 'overrides']).entries,
  apps: v.record(v.string(), v.pick(LiveApp, ['active', 'previous', 'canary', 'stopped'])),
})

/**
 * Reads what was live under a number, and trusts it only when the operators signed it under this number.
 *
 * @param isPast  an old one, for the history: also where its key was revoked since
 * @throws Refused if it is missing, damaged, replayed under another number, or not signed by an ops key
 */
export async function readRecord(
  context: SignedStore,
  number: number,
  isPast = false,
): Promise<LiveRecord & Pick<LiveState, 'teamKeys'>> {
  const { store, ring } = context
  const folder = layout.live(number)
  if (!(await store.has(`${folder}/files.json`)))
    return { ...(await readFormer(context, number, isPast)), teamKeys: [] }
  const { hashes } = await readFileList(store, ring, number, isPast)
  // Outside of the try: a store that does not answer is no damaged one.
  const [liveText, changeText] = await Promise.all(
    ['live.json', 'change.json'].map(async path => String(await readListed(store, number, hashes, path))),
  )
  // `prune` removes those of old numbers.
  const keysText = !isPast && teamKeysFile in hashes ? await readListed(store, number, hashes, teamKeysFile) : undefined
  try {
    const live = v.parse(Choice, JSON.parse(liveText ?? ''))
    if (live.number !== number) throw new Error(`it is generation ${live.number} in the folder of another one`)
    return { live, change: v.parse(LiveChange, JSON.parse(changeText ?? '')), teamKeys: parseTeamKeys(keysText) }
  } catch (error) {
    throw createRefused('live-schema', folder, error instanceof Error ? error.message : String(error), backupRemedy)
  }
}

/** What was live, newest first. A number whose attempt never went live is left out. */
export async function* readPastRecords(context: SignedStore, newest: number): AsyncGenerator<LiveRecord> {
  for (let n = newest; n > 0;) {
    const record = await readRecord(context, n, true)
    yield record
    n = record.change.after ?? n - 1
  }
}

/** The description of the live release of an app; undefined where none is live, or it is not trusted. */
export function findLiveRelease({ live, releases }: LiveState, app: string): Release | undefined {
  return releases.get(buildReleaseKey(app, live?.apps[app]?.active ?? ''))
}
