import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { composeAnew } from '../operations/compose-anew.ts'
import { readLiveState } from '../operations/live-state.ts'
import { apps, type Site } from '../operations/site.ts'
import { readBuiltApp } from '../publish/built-app.ts'
import { pack, publishLive } from '../publish/publish.ts'
import { Refused } from '../refusal.ts'
import { replaceFile } from '../signing/key-ring.ts'
import { layout } from '../store/store.ts'
import { buildApps, builtId, sourceIds } from './build-apps.ts'
import type { Progress } from './say.ts'

/** What a start that was cut short wanted live: those go live at the next one. */
const intentFile = 'starting.json'

/**
 * Builds and publishes what has changed since the last start, all of it as one generation. A release that was published
 * here before is left as it is, live or not: what an operator rolled back or held stays so. Where no app has changed the page
 * may have: then it is composed anew of what is live.
 *
 * @returns the apps that went live
 */
export async function publishChanged(
  root: string,
  dataFolder: string,
  site: Site,
  progress: Progress,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const ids = await progress.step('find what changed', () => sourceIds(root, apps))
  const intended = await readIntent(dataFolder)
  const state = await readLiveState(site)
  const isThere = new Map(
    await Promise.all(
      apps.map(
        async app =>
          [
            app,
            (await site.store.read(`${layout.release(app, ids.get(app) ?? '')}/release.json`)) !== undefined,
          ] as const,
      ),
    ),
  )
  const wanted = apps.filter(
    app => !isThere.get(app) || !state.generation?.apps[app] || intended.includes(`${app}/${ids.get(app)}`),
  )
  const changed = wanted.filter(app => state.generation?.apps[app]?.active !== ids.get(app))
  if (changed.length === 0) {
    const anew = await progress.step('compose the page', () =>
      unlessBeaten(() => composeAnew(site, { action: 'publish', why: 'npm start: compose has changed' })),
    )
    if (anew) progress.say('The page was composed anew.')
    return []
  }

  const unbuilt: string[] = []
  for (const app of changed) if ((await builtId(root, app)) !== ids.get(app)) unbuilt.push(app)
  if (unbuilt.length > 0) progress.say(`Building ${unbuilt.join(', ')} …`)
  await buildApps(root, unbuilt, progress, signal)

  progress.say(`Publishing ${changed.join(', ')} …`)
  await replaceFile(dataFolder, intentFile, JSON.stringify(changed.map(app => `${app}/${ids.get(app)}`)), 0o600)
  await progress.step('publish and go live', async () => {
    const packed = await Promise.all(
      changed.map(async app => pack(site, await readBuiltApp(app, join(root, app, 'dist')))),
    )
    // On one's own machine a screen may go: nobody else links to it, and the sources are what is wanted.
    await unlessBeaten(async () =>
      publishLive(site, await readLiveState(site), packed, { action: 'publish', why: 'npm start' }, true),
    )
  })
  await rm(join(dataFolder, intentFile), { force: true })
  return changed
}

/** An operator may act while a start publishes: then the start looks again, as people are told to. */
async function unlessBeaten<Result>(work: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isBeaten = error instanceof Refused && error.refusals.every(({ rule }) => rule === 'compare-and-swap')
    if (!isBeaten || tries <= 1) throw error
    return unlessBeaten(work, tries - 1)
  }
}

async function readIntent(dataFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(dataFolder, intentFile), 'utf8').catch(() => '[]')
  const parsed: unknown = JSON.parse(text)
  return Array.isArray(parsed) ? parsed.filter(each => typeof each === 'string') : []
}
