import { publicPaths, releaseKey } from '@adcoin/contract'
import { readLiveState, type LiveState } from '../../operations/live-state.ts'
import { planRetirement } from '../../operations/plan-rollback.ts'
import { refuseUnknownApp } from '../../releases/releases-there.ts'
import { change } from '../change.ts'
import type { Answer, CommandInput } from '../command.ts'

/** retire <app>: takes a remote out of the page; open pages lose its tab, and its screen with the next navigation. */
export async function run({ open, words, app }: CommandInput): Promise<Answer> {
  const site = await open()
  const state = await readLiveState(site)
  await refuseUnknownApp(site, app, Object.keys(state.generation?.apps ?? {}))
  const because = { action: 'retire' as const, why: words.value('why') ?? '' }
  const answer = await change(site, now => planRetirement(now, app, because, site), words.flag('dry-run'), state)
  return { ...answer, lines: [...answer.lines, ...losses(state, app)] }
}

/** What people lose with the live release of an app, in lines. */
function losses({ generation, releases }: LiveState, app: string): readonly string[] {
  const release = releases.get(releaseKey(app, generation?.apps[app]?.active ?? ''))
  const paths = release?.card?.routes.map(({ path }) => path) ?? []
  const open = paths.filter(path => publicPaths.includes(path))
  return [
    `  people lose ${paths.join(', ')}`,
    ...(release?.tabs ?? []).map(({ labels, path }) => `  and the tab ${labels.en_US} (${path})`),
    ...(paths.includes('/login') ? ['  NOBODY CAN LOG IN without it'] : []),
    ...(open.length > 0 ? [`  people who are not logged in lose ${open.join(', ')}`] : []),
  ]
}
