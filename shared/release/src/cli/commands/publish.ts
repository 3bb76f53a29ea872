import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lt } from 'semver'
import * as v from 'valibot'
import {
  BuildJson,
  releaseKey,
  skippedSteps,
  Version,
  withCurrentNames,
  type Release,
  type SkippedSteps,
} from '@adcoin/contract'
import { readLiveState, type LiveState } from '../../operations/live-state.ts'
import { apply } from '../../operations/operations.ts'
import { addAndPlan, pack, rehearse } from '../../operations/publish.ts'
import { makesKeys, type ReleaseContext } from '../../operations/site.ts'
import { smokeTestRelease } from '../../operations/run-smoke-test.ts'
import { refused } from '../../refusal.ts'
import { addRelease } from '../../releases/add-release.ts'
import { readBuiltApp } from '../../releases/built-app.ts'
import { nextVersion } from '../../releases/next-version.ts'
import { provenanceOf } from '../../releases/provenance.ts'
import { readRelease } from '../../releases/read-release.ts'
import { refuseWithoutKeys } from '../../signing/signature.ts'
import type { KeyRole } from '../../signing/key-ring.ts'
import { appsOf } from '../../start/apps.ts'
import { buildIfChanged } from '../../start/build-apps.ts'
import { checkSources, hashOf, wasChecked } from '../../start/check-sources.ts'
import { layout } from '../../store/store.ts'
import { answerApplied, answerPlanned } from '../change.ts'
import { Usage, type CommandAnswer, type CommandInput, type CommandWords } from '../command-line.ts'

/** Builds if the sources changed, passes the gate and the smoke test, goes live. */
export async function run({ open, words, root, app }: CommandInput): Promise<CommandAnswer> {
  const folder = await folderOfBuild(root, app, words, async () => readLiveState(await open()))
  const built = await readBuiltApp(app, folder)
  const site = await open()
  const state = await readLiveState(site)
  const isChecked = await wasChecked(folder)
  const facts = {
    ...skippedIn(words, isChecked),
    provenance: words.value('dist') === undefined ? await provenanceOf(root) : undefined,
  }
  const packed = pack(site, built, facts)
  const { release } = packed
  const [isDryRun, isStaged] = [words.flag('dry-run'), words.flag('stage')]

  const before = await reasonToSkip(site, state, release, isStaged || words.flag('if-new'))
  if (before !== undefined) return answerUnchanged(state, release, isDryRun, before)
  if (!isStaged && !words.flag('downgrade')) refuseOlder(state, release)
  const change = { action: 'publish' as const, why: words.value('why') ?? '' }
  const mayDropRoutes = words.flag('even-if-unsafe')
  const plan = isStaged ? undefined : rehearse(site, state, [release], change, mayDropRoutes)
  if (!isChecked && release.unchecked === undefined) await checkSources(root, app, folder)
  if (!words.flag('skip-smoke-test')) await smokeTestRelease(site, state, packed)
  if (isDryRun) await refuseWithoutKeys(site.ring, rolesToSign(site, release.app, isStaged))
  if (!plan) {
    if (!isDryRun) await addRelease(site, packed)
    return answerStaged(state, release, isDryRun)
  }
  const hint = versionHint(state, release)
  if (isDryRun) return withLines(answerPlanned(plan), hint)
  const planFor = await addAndPlan(site, state, [packed], change, mayDropRoutes)
  return withLines(answerApplied(plan, await apply(site, planFor(state), state, planFor)), hint)
}

function skippedIn(words: CommandWords, isChecked: boolean): SkippedSteps {
  const isFromElsewhere = words.value('dist') !== undefined && !isChecked
  return skippedSteps({
    untried: words.flag('skip-smoke-test') ? 'asked for with --skip-smoke-test' : undefined,
    unchecked: words.flag('skip-checks')
      ? 'asked for with --skip-checks'
      : isFromElsewhere
        ? 'built elsewhere, without the record of a check'
        : undefined,
  })
}

/** Releases of the same version cannot be distinguished in the history. */
function versionHint(state: LiveState, release: Release): readonly string[] {
  const live = liveRelease(state, release.app)
  if (live?.version !== release.version) return []
  return [
    `It has the version of the release before it. By what changed it is ${nextVersion(live, release)}: build it with ` +
      'that one, or publish the sources with --version next.',
  ]
}

function liveRelease({ live, releases }: LiveState, app: string): Release | undefined {
  return releases.get(releaseKey(app, live?.apps[app]?.active ?? ''))
}

const withLines = (answer: CommandAnswer, more: readonly string[]): CommandAnswer => ({
  ...answer,
  lines: [...answer.lines, ...more],
})

/**
 * The folder with the build, made anew where the sources have changed.
 *
 * @throws Refused where this repository has no such app
 */
async function folderOfBuild(
  root: string,
  app: string,
  words: CommandWords,
  live: () => Promise<LiveState>,
): Promise<string> {
  const [dist, version] = [words.value('dist'), words.value('version')]
  if (version !== undefined && (dist !== undefined || words.flag('no-build')))
    throw new Usage('--version is for a build of this command, without --dist and --no-build')
  if (version !== undefined && version !== 'next' && !v.is(Version, version))
    throw new Usage(`"${version}" is no version like 1.2.0, and not \`next\``)
  if (dist !== undefined) return resolve(dist)
  if (!existsSync(join(root, app, 'package.json')))
    throw refused(
      'app-there',
      app,
      'this repository has no app of that name',
      `There are ${appsOf(root).join(', ')}; a build from elsewhere is published with --dist FOLDER.`,
    )
  const folder = join(root, app, 'dist')
  if (words.flag('no-build')) return folder
  const say = (line: string) => console.error(line)
  await buildIfChanged(root, app, say, { version: version === 'next' ? undefined : version })
  if (version !== 'next') return folder
  const raised = raisedVersion(await live(), app, (await readBuiltApp(app, folder)).build)
  if (raised !== undefined) await buildIfChanged(root, app, say, { version: raised })
  return folder
}

/**
 * The version after the live one, by what changed, or the live one where nothing did; undefined where package.json
 * asks for a higher one itself.
 */
function raisedVersion(state: LiveState, app: string, build: unknown): string | undefined {
  const live = liveRelease(state, app)
  const built = v.safeParse(BuildJson, withCurrentNames(build))
  if (!live || !built.success) return undefined
  if (hashOf(live.id) === hashOf(built.output.id)) return live.version
  const next = nextVersion(live, built.output)
  return lt(built.output.version, next) ? next : undefined
}

/**
 * Why there is nothing to do; undefined where there is.
 *
 * @param mayBeThere  whether a release that was published before is well, and no mistake
 * @throws Refused where it is one
 */
async function reasonToSkip(
  site: ReleaseContext,
  state: LiveState,
  release: Release,
  mayBeThere: boolean,
): Promise<string | undefined> {
  const { app, id } = release
  if ((await site.store.read(`${layout.release(app, id)}/release.json`)) === undefined) return undefined
  refuseOtherBytes(release, await readRelease(site, app, id))
  if (state.live?.apps[app]?.active === id) return 'is live already'
  if (mayBeThere) return 'was published before'
  throw refused(
    'published-before',
    releaseKey(app, id),
    'these very sources were published before, and are not live now',
    `To bring that release back: promote ${app} ${id}. Else change the app first.`,
  )
}

/**
 * A release's name identifies its sources, and a published name never changes its content.
 *
 * @throws Refused for a build with that name and other files
 */
function refuseOtherBytes({ app, id, files }: Release, there: Release): void {
  const published = new Map(there.files.map(({ path, sha384 }) => [path, sha384]))
  const other = files.find(({ path, sha384 }) => published.get(path) !== sha384)?.path
  if (other === undefined && files.length === published.size) return
  throw refused(
    'other-bytes',
    `${releaseKey(app, id)}: ${other ?? [...published.keys()].find(path => !files.some(each => each.path === path)) ?? ''}`,
    'a release of this name is published, and this build of it has other bytes',
    'Build the app again from its sources (without --no-build and --dist); a change of the app gets a name of its own.',
  )
}

/** @throws Refused if a newer version is live: this may be an old branch */
function refuseOlder(state: LiveState, { app, version }: Release): void {
  const live = liveRelease(state, app)
  if (!live || !lt(version, live.version)) return
  throw refused(
    'version-older',
    `${app} ${version}`,
    `version ${live.version} is live, which is newer`,
    'Publish from the newest sources, or raise "version" in package.json; --downgrade publishes it all the same.',
  )
}

/** The keys that it takes. In a local store missing ones are made when they are needed. */
function rolesToSign({ ring }: ReleaseContext, app: Release['app'], isStaged: boolean): readonly KeyRole[] {
  const roles: readonly KeyRole[] = isStaged ? [app] : [app, 'ops']
  return roles.filter(role => !makesKeys() || ring.keys.some(entry => entry.role === role && entry.state === 'active'))
}

function answerUnchanged(state: LiveState, { app, id }: Release, dryRun: boolean, says: string): CommandAnswer {
  return {
    data: { ok: true, dryRun, generation: state.number, action: 'publish', changes: [], release: id },
    lines: [`${app} ${id} ${says}; nothing changed.`],
  }
}

function answerStaged(state: LiveState, { app, id }: Release, dryRun: boolean): CommandAnswer {
  return {
    data: { ok: true, dryRun, staged: true, release: id, generation: state.number, changes: [] },
    lines: [
      dryRun
        ? `${app} ${id} would be added, not live.`
        : `${app} ${id} is in the store and not live. Go live with: promote ${app} ${id}`,
    ],
  }
}
