import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readLiveState } from '../src/operations/live-state.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { openReleaseContext } from '../src/operations/release-context.ts'
import { createFixtureBuild } from './fixture-apps.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The commands of the operations guide or another page, or of one of its sections: one script per block. */
export async function readGuideBlocks(section?: string, page = 'operations'): Promise<readonly string[]> {
  const text = await readFile(join(root, `docs/${page}.md`), 'utf8')
  const part = section === undefined ? text : (text.split(/^## /m).find(each => each.startsWith(`${section}\n`)) ?? '')
  const blocks = [...part.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
  return blocks.flatMap(([, language = '', block = '']) => (['', 'sh'].includes(language) ? [block] : []))
}

/** Runs commands of the guide in a folder. @returns their output. @throws where one of them fails, with its output */
export async function runGuide(work: string, script: string, env: NodeJS.ProcessEnv): Promise<string> {
  // The script of package.json without npm, which takes longer than what it starts; `npm run release --` is dropped.
  const npm = `npm() { shift 3; "${process.execPath}" "${join(root, 'release/src/cli/main.ts')}" "$@"; }`
  const ran = run('bash', ['-euxc', `${npm}\n${script}`], { cwd: work, env: { ...process.env, ...env } })
  const { stdout } = await ran.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout?.slice(-1_000)}\n${error.stderr}`)
  })
  return stdout
}

/** Makes the keys, and the first releases live. */
export async function publishFirstReleases(data: string): Promise<void> {
  const context = await openReleaseContext(data, ['ops', 'shell', 'remote-team'])
  const packed = ['shell', 'remote-team'].map(app => pack(context, createFixtureBuild(app)))
  await publishLive(context, await readLiveState(context), packed, { action: 'publish', why: 'all' })
}

/** Writes a build where the guide's commands look for it. */
export async function writeBuild(work: string, app: string, version: string): Promise<void> {
  const folder = join(work, 'builds', `${app}-${version}`)
  const { build, entries } = createFixtureBuild(app, { version })
  await mkdir(join(folder, 'release'), { recursive: true })
  await writeFile(join(folder, 'build.json'), JSON.stringify(build))
  for (const { path, bytes } of entries) await writeFile(join(folder, 'release', path), bytes)
}
