import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lt } from 'semver'
import * as v from 'valibot'
import { BuildJson, skippedSteps, withCurrentNames, type Release } from '@adcoin/contract'
import { refused } from '../refusal.ts'
import type { PublishFacts } from '../releases/add-release.ts'
import { appsOf } from '../releases/apps.ts'
import { buildIfChanged } from '../releases/build-apps.ts'
import { readBuiltApp } from '../releases/built-app.ts'
import { hashOf } from '../releases/check-sources.ts'
import { nextVersion } from '../releases/next-version.ts'
import { provenanceOf } from '../releases/provenance.ts'
import { readLiveState } from './live-state.ts'
import { liveReleaseOf } from './plan.ts'
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

/** The folder with the build, made anew where the sources have changed. @throws Refused for an app that is not here */
export async function folderOfBuild(
  open: () => Promise<ReleaseContext>,
  root: string,
  { app, dist, version, noBuild }: WantedBuild,
): Promise<string> {
  if (dist !== undefined) return resolve(dist)
  if (!existsSync(join(root, app, 'package.json')))
    throw refused(
      'app-there',
      app,
      'this repository has no app of that name',
      `There are ${appsOf(root).join(', ')}; a build from elsewhere is published with --dist FOLDER.`,
    )
  const folder = join(root, app, 'dist')
  if (noBuild) return folder
  const say = (line: string) => console.error(line)
  await buildIfChanged(root, app, say, { version: version === 'next' ? undefined : version })
  if (version !== 'next') return folder
  const live = liveReleaseOf(await readLiveState(await open()), app)
  const raised = raisedVersion(live, (await readBuiltApp(app, folder)).build)
  if (raised !== undefined) await buildIfChanged(root, app, say, { version: raised })
  return folder
}

/**
 * The version after the live one, by what changed, or the live one where nothing did; undefined where package.json
 * asks for a higher one itself.
 */
function raisedVersion(live: Release | undefined, build: unknown): string | undefined {
  const built = v.safeParse(BuildJson, withCurrentNames(build))
  if (!live || !built.success) return undefined
  if (hashOf(live.id) === hashOf(built.output.id)) return live.version
  const next = nextVersion(live, built.output)
  return lt(built.output.version, next) ? next : undefined
}

/** Skipped steps and provenance, which publishing adds to the build. */
export async function factsOf(
  root: string,
  { dist, skipSmokeTest, skipChecks }: WantedBuild,
  isChecked: boolean,
): Promise<PublishFacts> {
  const elsewhere = dist !== undefined && !isChecked ? 'built elsewhere, without the record of a check' : undefined
  const skipped = skippedSteps({
    untried: skipSmokeTest ? 'asked for with --skip-smoke-test' : undefined,
    unchecked: skipChecks ? 'asked for with --skip-checks' : elsewhere,
  })
  return { ...skipped, provenance: dist === undefined ? await provenanceOf(root) : undefined }
}
