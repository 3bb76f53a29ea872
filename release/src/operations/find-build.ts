import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lt } from 'semver'
import * as v from 'valibot'
import { BuildJson, pickSkippedSteps, toCurrentRelease, type Release } from '@adcoin/contract'
import { createRefused } from '../refusal.ts'
import type { PublishFacts } from '../releases/add-release.ts'
import { listApps } from '../releases/list-apps.ts'
import { buildIfChanged } from '../releases/build-apps.ts'
import { readBuiltApp } from '../releases/built-app.ts'
import { parseSourceHash } from '../releases/check-sources.ts'
import { computeNextVersion } from '../releases/next-version.ts'
import { readProvenance } from '../releases/provenance.ts'
import { findLiveRelease, readLiveState } from './live-state.ts'
import type { ReleaseContext } from './release-context.ts'

/** The build that an operator wants published, and the steps that are skipped for it. */
export type WantedBuild = {
  readonly app: string
  /** A build from elsewhere; without it the app of this repository. */
  readonly dist?: string | undefined
  /** In place of the one in package.json; `next`: the live one raised by what changed. */
  readonly version?: string | undefined
  readonly noBuild: boolean
  readonly skipSmokeTest: boolean
  readonly skipChecks: boolean
}

/** The folder with the build. Builds again if the sources changed. @throws Refused for an app that is not here */
export async function findBuildFolder(
  open: () => Promise<ReleaseContext>,
  root: string,
  { app, dist, version, noBuild }: WantedBuild,
): Promise<string> {
  if (dist !== undefined) return resolve(dist)
  if (!existsSync(join(root, app, 'package.json')))
    throw createRefused(
      'app-there',
      app,
      'this repository has no app with this name',
      `The apps are ${listApps(root).join(', ')}. To publish a build from elsewhere: --dist FOLDER.`,
    )
  const folder = join(root, app, 'dist')
  if (noBuild) return folder
  const say = (line: string) => console.error(line)
  await buildIfChanged(root, app, say, { version: version === 'next' ? undefined : version })
  if (version !== 'next') return folder
  const live = findLiveRelease(await readLiveState(await open()), app)
  const raised = computeRaisedVersion(live, (await readBuiltApp(app, folder)).build)
  if (raised !== undefined) await buildIfChanged(root, app, say, { version: raised })
  return folder
}

/**
 * The version after the live one, by what changed, or the live one where nothing did; undefined if package.json
 * asks for a higher one itself.
 */
function computeRaisedVersion(live: Release | undefined, build: unknown): string | undefined {
  const built = v.safeParse(BuildJson, toCurrentRelease(build))
  if (!live || !built.success) return undefined
  if (parseSourceHash(live.id) === parseSourceHash(built.output.id)) return live.version
  const next = computeNextVersion(live, built.output)
  return lt(built.output.version, next) ? next : undefined
}

/** Skipped steps and provenance, which publishing adds to the build. */
export async function collectPublishFacts(
  root: string,
  { dist, skipSmokeTest, skipChecks }: WantedBuild,
  isChecked: boolean,
): Promise<PublishFacts> {
  const elsewhere = dist !== undefined && !isChecked ? 'built elsewhere, without the record of a check' : undefined
  const skipped = pickSkippedSteps({
    untried: skipSmokeTest ? 'asked for with --skip-smoke-test' : undefined,
    unchecked: skipChecks ? 'asked for with --skip-checks' : elsewhere,
  })
  return { ...skipped, provenance: dist === undefined ? await readProvenance(root) : undefined }
}
