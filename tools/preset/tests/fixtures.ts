import type { BuildJson } from '@adcoin/contract'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { repositoryRoot } from '@adcoin/checks/repository'
import { readBuildJson } from '../src/build-json.ts'
import { runRspack } from '../src/bundles/run-rspack.ts'
import { createRemoteReleaseConfig } from '../src/rspack/remote-config.ts'
import { createShellReleaseConfig } from '../src/rspack/shell-config.ts'

export { openChromium } from './open-chromium.ts'

/** The remote that tests build: two pages, and whatever a release can do wrong. */
export const fixtureRemote = join(import.meta.dirname, '..', 'fixtures', 'remote-fixture')

/** Faults of a fixture release. */
export type FixtureKind =
  | 'healthy'
  | 'throwsAtEvaluation'
  | 'noModule'
  | 'strangeModule'
  | 'throwsInRender'
  | 'stopMissing'
  | 'stopThrows'
  | 'stopNeverEnds'
  | keyof typeof entryEdits

/** Faults of a container itself, written into its entry after the build. */
const entryEdits = {
  initThrows: (text: string) =>
    text.replace(
      /export\{(.+) as get,(.+) as init\};?\s*$/,
      'const broken=()=>{throw new Error("fixture throws at init")};export{$1 as get,broken as init};',
    ),
  initTwice: (text: string) =>
    text.replace(
      /export\{(.+) as get,(.+) as init\};?\s*$/,
      'const twice=async(...given)=>{await $2(...given);return $2(...given)};export{$1 as get,twice as init};',
    ),
  otherReact: (text: string) => text.replaceAll(/(shareKey:"react[^}]*?requiredVersion:")[^"]*"/g, '$1^18.2.0"'),
}

/** A built release: its description, and where its files are. */
export type BuiltRelease = { material: BuildJson; files: string }

/** Builds the fixture remote as one release; `version` is shown in its headings. */
export async function buildFixture(folder: string, version: string, kind: FixtureKind): Promise<BuiltRelease> {
  const id = `${version}-${Buffer.from(kind).toString('hex').slice(0, 12)}`
  const base = join(folder, id)
  const configuration = createRemoteReleaseConfig({
    folder: fixtureRemote,
    app: 'remote-fixture',
    id,
    output: join(base, 'dist', 'release'),
  })
  const constants = new rspack.DefinePlugin({
    FIXTURE_KIND: JSON.stringify(kind),
    FIXTURE_VERSION: JSON.stringify(version),
  })
  await runRspack({ ...configuration, plugins: [...(configuration.plugins ?? []), constants] })
  const material = readBuildJson(base)
  const files = join(base, 'dist', 'release')
  if (kind in entryEdits) edit(join(files, material.entry), entryEdits[kind as keyof typeof entryEdits])
  return { material, files }
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`the edit of ${file} found nothing to change`)
  writeFileSync(file, changed)
}

/**
 * Builds an app: the shell, or one of the remotes.
 *
 * @param source  another folder to build it from
 */
export async function buildApp(
  folder: string,
  app: string,
  source: string = join(repositoryRoot, app),
): Promise<BuiltRelease> {
  const base = join(folder, app)
  const options = { folder: source, app, id: '1.0.0-0000000000aa', output: join(base, 'dist', 'release') }
  await runRspack(app === 'shell' ? createShellReleaseConfig(options) : createRemoteReleaseConfig(options))
  return { material: readBuildJson(base), files: options.output }
}
