import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildReleaseKey } from '@adcoin/contract'
import { composeAgain } from '../operations/compose-again.ts'
import { readLiveState } from '../operations/live-state.ts'
import { acceptsAll, getRolledBackSources } from '../operations/plan.ts'
import { pack, publishLive } from '../operations/publish.ts'
import type { ReleaseContext } from '../operations/release-context.ts'
import { Refused } from '../refusal.ts'
import { readBuiltApp } from '../releases/built-app.ts'
import { readProvenance } from '../releases/provenance.ts'
import { replaceFile } from '../store/durable.ts'
import { layout } from '../store/store.ts'
import { listApps } from '../releases/list-apps.ts'
import { buildApps, readBuiltId, readAppSources } from '../releases/build-apps.ts'
import { parseSourceHash } from '../releases/check-sources.ts'
import type { WriteLine } from './cannot-start.ts'

/** Releases that an interrupted start was publishing: the next one makes them live. */
const intentFile = 'starting.json'
/** In a local store, smoke tests and checks of every changed app would make each start minutes longer. */
const skipped = { untried: 'npm start', unchecked: 'npm start' }

const reason = { action: 'publish' as const }

/** An app whose sources shall go live. */
type ChangedApp = { readonly app: string; readonly id: string; readonly key: string }

/**
 * Builds and publishes what has changed since the last start, as one generation. Rolled back and staged releases
 * keep their state. If no app changed, compose may have: then the page is composed again from the live releases.
 *
 * @returns the apps that went live
 */
export async function publishChanged(
  root: string,
  dataFolder: string,
  context: ReleaseContext,
  say: WriteLine,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const changed = await listChangedSources(root, dataFolder, context, say)
  if (changed.length === 0) {
    const composed = await retryOnConflict(() =>
      composeAgain(context, { ...reason, why: 'npm start: compose has changed' }),
    )
    if (composed) say('The page was composed again.')
    return []
  }
  const apps = changed.map(({ app }) => app)
  const unbuilt: string[] = []
  for (const { app, id } of changed) if ((await readBuiltId(join(root, app, 'dist'))) !== id) unbuilt.push(app)
  if (unbuilt.length > 0) say(`Building ${unbuilt.join(', ')} …`)
  await buildApps(root, unbuilt, say, signal)

  say(`Publishing ${apps.join(', ')}, without smoke test and checks …`)
  await replaceFile(dataFolder, intentFile, JSON.stringify(changed.map(({ key }) => key)), 0o600)
  const facts = { ...skipped, provenance: await readProvenance(root) }
  const packed = await Promise.all(
    apps.map(async app => pack(context, await readBuiltApp(app, join(root, app, 'dist')), facts)),
  )
  // On one's own machine a screen may go: no other site links to it, and the sources are wanted.
  await retryOnConflict(async () =>
    publishLive(context, await readLiveState(context), packed, { ...reason, why: 'npm start', accepts: acceptsAll }),
  )
  await rm(join(dataFolder, intentFile), { force: true })
  return apps
}

/**
 * The apps whose sources must go live. A release that was published before keeps its state, live or not. Rolled
 * back sources stay out too, also under another id: a shared package may have changed since, and the app's own sources
 * have not.
 */
async function listChangedSources(
  root: string,
  dataFolder: string,
  context: ReleaseContext,
  say: WriteLine,
): Promise<readonly ChangedApp[]> {
  const all = listApps(root)
  const sources = await readAppSources(root, all)
  const intended = await readIntent(dataFolder)
  const { live, change } = await readLiveState(context)
  const rolledBack = getRolledBackSources({ change })
  const changed: ChangedApp[] = []
  for (const app of all) {
    const { id = '', ownSources = '' } = sources.get(app) ?? {}
    const key = buildReleaseKey(app, id)
    const active = live?.apps[app]?.active
    // `publish --version` gives the same sources another version.
    if (parseSourceHash(active) === parseSourceHash(id)) continue
    if (rolledBack[app]?.some(each => each.sources === ownSources)) {
      say(
        active === undefined
          ? `${app} stays out of the page: it was retired. \`release promote ${app}\` restores it.`
          : `${app} stays at ${active}: its sources were rolled back. \`release publish ${app}\` makes them live again.`,
      )
      continue
    }
    const isThere = (await context.store.read(`${layout.release(app, id)}/release.json`)) !== undefined
    if (!isThere || active === undefined || intended.includes(key)) changed.push({ app, id, key })
  }
  return changed
}

/** An operator may act while a start publishes: then the start reads the state again, as the refusal asks. */
async function retryOnConflict<Result>(work: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isBeaten = error instanceof Refused && error.refusals.every(({ rule }) => rule === 'compare-and-swap')
    if (!isBeaten || tries <= 1) throw error
    return retryOnConflict(work, tries - 1)
  }
}

async function readIntent(dataFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(dataFolder, intentFile), 'utf8').catch(() => '[]')
  const parsed: unknown = JSON.parse(text)
  return Array.isArray(parsed) ? parsed.filter(each => typeof each === 'string') : []
}
