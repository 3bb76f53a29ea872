import { releaseKey } from '@adcoin/contract'
import { readGeneration, readLiveState } from '../../operations/live-state.ts'
import { planActivation } from '../../operations/plan-activation.ts'
import { findRelease, releasesThere } from '../../releases/releases-there.ts'
import { Refused, refuse } from '../../refusal.ts'
import type { Site } from '../../operations/site.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/**
 * promote <app> [ID|VERSION] [--if-new]: makes a release live that is in the store; without a name the newest one. With
 * --if-new only one
 * that never was live: what an operator went back from stays away.
 */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const state = await readLiveState(site)
  const named = rest[0]
  const revoked = state.generation?.revoked ?? []
  const release = named
    ? await findRelease(site, app, named)
    : (await releasesThere(site, app)).find(each => !revoked.includes(releaseKey(app, each.id)))
  if (!release)
    throw new Refused(refuse('release-there', app, 'no release of it is in this store', 'Publish one first.'))
  if (words.flag('if-new') && (await wasLive(site, state.number, app, release.id))) {
    return {
      data: {
        ok: true,
        dryRun: words.flag('dry-run'),
        generation: state.number,
        action: 'promote',
        changes: [],
        release: release.id,
      },
      lines: [`${app} ${release.id} was live before; nothing changed.`],
    }
  }
  return change(
    site,
    state,
    planActivation(state, [release], { action: 'promote', why: words.value('why') ?? '' }, site),
    words.flag('dry-run'),
  )
}

/** Newest first: what is asked about is mostly what is live now. */
async function wasLive(site: Site, newest: number, app: string, id: string): Promise<boolean> {
  for (let n = newest; n > 0; n--) if ((await readGeneration(site, n)).apps[app]?.active === id) return true
  return false
}
