import type { Release } from '@adcoin/contract'
import { compose } from '../compose/compose.ts'
import { buildLive } from '../compose/live.ts'
import { readPrerendered } from '../compose/prerendered.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { Releases, SignedStore } from '../releases/releases.ts'
import { teamKeysFile } from '../signing/team-keys.ts'
import { layout } from '../store/store.ts'
import { checkSiblings } from '../releases/check-siblings.ts'
import { checkExpiry } from './check-expiry.ts'
import { readLiveState, type LiveRecord } from './live-state.ts'
import { checkFiles } from '../releases/read-release.ts'
import type { ReleaseContext } from './release-context.ts'

export type StoreVerification = {
  readonly ok: boolean
  readonly generation: number
  readonly releases: number
  readonly files: number
  readonly problems: readonly ReleaseRefusal[]
}

/**
 * Checks all live content without trust: signatures, every file's bytes and its compressed siblings, the rules between
 * releases, and whether the page equals what is composed of the live releases.
 */
export async function verifyLive(context: ReleaseContext): Promise<StoreVerification> {
  try {
    const state = await readLiveState(context)
    const { live, change, releases: named } = state
    if (!live || !change) return createVerification(0, [], [nothingLive])
    const releases = [...named.values()]
    // The page cannot be composed without these releases: the first command that goes live replaces them.
    if (state.distrusted.size > 0) return createVerification(state.number, [], [...state.distrusted.values()])
    const expired = checkExpiry(live, context.now())
    const problems: ReleaseRefusal[] = [...(expired ? [expired] : []), ...checkCoexistence(live, named)]
    for (const release of releases)
      problems.push(...(await checkFiles(context, release)), ...(await checkSiblings(context, release)))
    problems.push(...(await findComposedProblems(context, { live, change }, named)))
    return createVerification(state.number, releases, problems)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return createVerification(await context.store.pointer(), [], error.refusals)
  }
}

const nothingLive = createRefusal('live', 'current', 'nothing is live', 'Publish the shell and the remotes.')

function createVerification(
  generation: number,
  releases: readonly Release[],
  problems: readonly ReleaseRefusal[],
): StoreVerification {
  const files = releases.reduce((sum, release) => sum + release.files.length, 0)
  return { ok: problems.length === 0, generation, releases: releases.length, files, problems }
}

/** Whether the stored files equal what is composed of the live releases. */
async function findComposedProblems(
  { store }: SignedStore,
  { live, change }: LiveRecord,
  releases: Releases,
): Promise<readonly ReleaseRefusal[]> {
  const folder = layout.live(live.number)
  const problems: ReleaseRefusal[] = []
  const teamKeys = await store.read(`${folder}/${teamKeysFile}`)
  const prerendered = await readPrerendered(store, live, releases)
  const files = await compose(buildLive(live, releases), change, releases, prerendered, teamKeys)
  for (const [path, bytes] of files) {
    const stored = await store.read(`${folder}/${path}`)
    if (stored?.equals(bytes)) continue
    problems.push(
      createRefusal(
        'composed',
        `${folder}/${path}`,
        stored ? 'it differs from the page that compose builds of the live releases' : 'it is missing',
        'Run `verify --renew` to compose it again. If the release tools were not updated, first find out who changed it.',
      ),
    )
  }
  return problems
}
