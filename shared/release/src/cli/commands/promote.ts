import { releaseToPromote } from '../../operations/acts.ts'
import { readGeneration, readLiveState } from '../../operations/live-state.ts'
import type { Site } from '../../operations/site.ts'
import { doAct } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/**
 * promote <app> [ID|VERSION] [--if-new]: makes a release live that is in the store; without a name the newest one. With
 * --if-new only one
 * that never was live: what an operator went back from stays away.
 */
export async function run({ open, words, rest, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const state = await readLiveState(site)
  const { id } = await releaseToPromote(site, state, app, rest[0])
  const isDryRun = words.flag('dry-run')
  if (words.flag('if-new') && (await wasLive(site, state.number, app, id))) {
    return {
      data: { ok: true, dryRun: isDryRun, generation: state.number, action: 'promote', changes: [], release: id },
      lines: [`${app} ${id} was live before; nothing changed.`],
    }
  }
  return doAct(site, { action: 'promote', app, release: id, why: words.value('why') ?? '' }, isDryRun, state)
}

/** Newest first: what is asked about is mostly what is live now. */
async function wasLive(site: Site, newest: number, app: string, id: string): Promise<boolean> {
  for (let n = newest; n > 0; n--) if ((await readGeneration(site, n)).apps[app]?.active === id) return true
  return false
}
