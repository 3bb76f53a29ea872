import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createRemoteReleaseConfig, runRspack } from '@adcoin/preset'
import { buildApp } from '@adcoin/preset/fixtures'
import { readPackageJson, repositoryRoot } from '@adcoin/checks/repository'
import { readLiveState } from '../src/operations/live-state.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { runSmokeTest } from '../src/operations/run-smoke-test.ts'
import { Refused } from '../src/refusal.ts'
import { readBuiltApp } from '../src/releases/built-app.ts'
import { createFixtureContext, makeFreshFolder } from './fixture-apps.ts'

/**
 * `node release/tests/try-libraries.ts [NAME…]`: installs each library of `fixtures/libraries`, or those named, in its
 * recorded version beside a remote that draws it, in a folder outside of the repository, and lets build, gate and visit
 * judge that remote. Prints the outcomes as JSON. `--record` takes the newest versions and writes them into
 * `libraries.json`, if nothing is refused.
 */
type Tried = { readonly version: string; readonly bytes: number; readonly refusals: readonly string[] }

const app = 'remote-tried'
const fixtures = join(import.meta.dirname, 'fixtures')
const record = join(import.meta.dirname, 'libraries.json')

/** The libraries that have a page, by the names of their packages. */
function listLibraries(): readonly string[] {
  return globSync('**/library.tsx', { cwd: join(fixtures, 'libraries') })
    .map(file => dirname(file).replaceAll('\\', '/'))
    .sort()
}

/** Its version, the bytes of its page after gzip, and everything that refuses the remote with it. */
async function tryLibrary(context: ReleaseContext, folder: string, name: string, index: number): Promise<Tried> {
  const place = join(folder, String(index), app)
  cpSync(join(fixtures, app), place, { recursive: true })
  cpSync(join(fixtures, 'libraries', name), join(place, 'src'), { recursive: true })
  const id = `1.0.0-${String(index).padStart(12, '0')}`
  const build = createRemoteReleaseConfig({ folder: place, app, id, output: join(place, 'dist', 'release') })
  const modules = ['node_modules', join(repositoryRoot, 'node_modules')]
  const { version } = readPackageJson(join(folder, 'node_modules', name, 'package.json'))
  try {
    await runRspack({ ...build, resolve: { ...build.resolve, modules } })
    const built = await readBuiltApp(app, join(place, 'dist'))
    const pages = built.entries.filter(({ path }) => path.endsWith('.js') && path !== 'remoteEntry.js')
    const bytes = pages.reduce((sum, page) => sum + gzipSync(page.bytes).length, 0)
    return { version, bytes, refusals: await findRefusals(() => pack(context, built), context) }
  } catch (thrown) {
    return { version, bytes: 0, refusals: [String(thrown)] }
  }
}

async function findRefusals(
  packIt: () => ReturnType<typeof pack>,
  context: ReleaseContext,
): Promise<readonly string[]> {
  try {
    await runSmokeTest(context, await readLiveState(context), packIt())
    return []
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    return thrown.refusals.map(({ place, says }) => `${place}: ${says}`)
  }
}

async function main(names: readonly string[], isRecording: boolean): Promise<void> {
  const recorded = JSON.parse(readFileSync(record, 'utf8')) as Record<string, Pick<Tried, 'version' | 'bytes'>>
  const folder = await makeFreshFolder('adcoin-libraries-')
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const wanted = names.map(name => `${name}@${isRecording ? 'latest' : (recorded[name]?.version ?? 'latest')}`)
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    execFileSync('npm', ['install', ...quiet, ...wanted], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const context = await createFixtureContext(undefined, ['shell', app])
    await buildApp(folder, 'shell')
    const shell = pack(context, await readBuiltApp('shell', join(folder, 'shell', 'dist')))
    await publishLive(context, await readLiveState(context), [shell], { action: 'publish', why: 'libraries' })
    const tried: Record<string, Tried> = {}
    for (const [index, name] of names.entries()) tried[name] = await tryLibrary(context, folder, name, index)
    console.info(JSON.stringify(tried, null, 2))
    if (!isRecording || Object.values(tried).some(({ refusals }) => refusals.length > 0)) return
    const lines = Object.entries({ ...recorded, ...tried })
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { version, bytes }]) => `  ${JSON.stringify(name)}: { "version": "${version}", "bytes": ${bytes} }`)
    writeFileSync(record, `{\n${lines.join(',\n')}\n}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } })
await main(positionals.length > 0 ? positionals : listLibraries(), values.record ?? false)
