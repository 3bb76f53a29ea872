import { join, resolve } from 'node:path'
import { readLiveState } from '../../operations/live-state.ts'
import { readBuiltApp } from '../../publish/built-app.ts'
import { pack, publishBuild, publishLive, rehearse } from '../../publish/publish.ts'
import { Refused } from '../../refusal.ts'
import { buildApps, builtId, sourceIds } from '../../start/build-apps.ts'
import { progress } from '../../start/say.ts'
import { layout } from '../../store/store.ts'
import { tryRelease } from '../../trial/try-release.ts'
import type { Answer } from '../answer.ts'
import { madeLive, planned } from '../change.ts'
import type { CommandInput } from '../command.ts'

/**
 * publish <app> [--hold] [--if-new] [--no-build] [--dist FOLDER] [--untried] [--even-if-unsafe]: builds if the sources changed, passes the
 * gate, the trial in a browser included where there is one (`--untried` leaves it out), goes live.
 */
export async function run({ site, words, root, app }: CommandInput): Promise<Answer> {
  const began = performance.now()
  const dist = words.value('dist')
  if (dist === undefined && !words.flag('no-build')) await buildIfChanged(root, app)
  const built = await readBuiltApp(app, dist === undefined ? join(root, app, 'dist') : resolve(dist))
  const packed = pack(site, built)
  const { id } = packed.release
  const state = await readLiveState(site)
  const [isDryRun, isHeld] = [words.flag('dry-run'), words.flag('hold')]
  const nothing = (says: string): Answer => ({
    data: { ok: true, dryRun: isDryRun, generation: state.number, action: 'publish', changes: [], release: id },
    lines: [`${app} ${id} ${says}; nothing changed.`],
  })

  if (state.generation?.apps[app]?.active === id) return nothing('is live already')
  const isThere = (await site.store.read(`${layout.release(app, id)}/release.json`)) !== undefined
  if (isThere && (isHeld || words.flag('if-new'))) return nothing('was published before')
  if (isThere) {
    throw new Refused([
      {
        rule: 'published-before',
        place: `${app}/${id}`,
        says: 'these very sources were published before, and are not live now',
        remedy: `To bring that release back: promote ${app} ${id}. Else change the app first.`,
      },
    ])
  }
  const change = { action: 'publish' as const, why: words.value('why') ?? '' }
  const mayDropRoutes = words.flag('even-if-unsafe')
  const plan = isHeld ? undefined : rehearse(site, state, [packed], change, mayDropRoutes)
  const untried = words.flag('untried') ? 'it was not asked for' : await tryRelease(site, state, packed)
  if (untried !== undefined) console.error(`Not tried in a browser: ${untried}.`)
  if (!plan) {
    if (!isDryRun) await publishBuild(site, built)
    return {
      data: { ok: true, dryRun: isDryRun, held: true, release: id, generation: state.number, changes: [] },
      lines: [
        isDryRun
          ? `${app} ${id} would be added, not live.`
          : `${app} ${id} is in the store and not live. Go live with: promote ${app} ${id}`,
      ],
    }
  }
  if (isDryRun) return planned(plan)
  await publishLive(site, state, [packed], change, mayDropRoutes)
  return madeLive(plan, performance.now() - began)
}

async function buildIfChanged(root: string, app: string): Promise<void> {
  const wanted = (await sourceIds(root, [app])).get(app)
  if ((await builtId(root, app)) === wanted) return
  const told = progress(Date.now(), line => console.error(line))
  told.say(`Building ${app} …`)
  await buildApps(root, [app], told)
}
