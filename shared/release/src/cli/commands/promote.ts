import { planAct, releaseToPromote } from '../../operations/acts.ts'
import { pastGenerations, readLiveState } from '../../operations/live-state.ts'
import { refuseUnknownApp } from '../../releases/releases-there.ts'
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
  await refuseUnknownApp(site, app, Object.keys(state.generation?.apps ?? {}))
  const { id } = await releaseToPromote(site, state, app, rest[0])
  const isDryRun = words.flag('dry-run')
  if (words.flag('if-new') && (await wasLive(site, state.number, app, id))) {
    return {
      data: { ok: true, dryRun: isDryRun, generation: state.number, action: 'promote', changes: [], release: id },
      lines: [`${app} ${id} was live before; nothing changed.`],
    }
  }
  const act = {
    action: 'promote' as const,
    app,
    release: id,
    evenIfUnsafe: words.flag('even-if-unsafe'),
    why: words.value('why') ?? '',
  }
  return change(site, now => planAct(site, now, act), isDryRun, state)
}

/** Newest first: what is asked about is mostly what is live now. */
async function wasLive(site: Site, newest: number, app: string, id: string): Promise<boolean> {
  for await (const { apps } of pastGenerations(site, newest)) if (apps[app]?.active === id) return true
  return false
}
